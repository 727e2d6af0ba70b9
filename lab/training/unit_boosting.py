"""Fits boosted trees with xgboost's C library (Debian package libxgboost0)."""

import ctypes
import json

import numpy as np

from model_file import Trees

LIBRARY = "libxgboost.so.0"
# One thread, so that sums are taken in one order and trees come out the same.
SETTINGS = {"booster": "gbtree", "objective": "binary:logistic", "base_score": .5,
            "tree_method": "hist", "nthread": 1, "verbosity": 0}


class Booster:
    """Trees while they are fitted to `rows`, with labels and weights or by gradients
    of the caller's."""

    def __init__(self, rows, labels, weights, **settings):
        self.library = ctypes.CDLL(LIBRARY)
        self.library.XGBGetLastError.restype = ctypes.c_char_p
        self.rounds = 0
        self.matrix, self.handle = ctypes.c_void_p(), ctypes.c_void_p()
        rows = np.ascontiguousarray(rows, np.float32)
        self._call("XGDMatrixCreateFromMat", _floats(rows), _size(len(rows)),
                   _size(rows.shape[1]), ctypes.c_float(np.nan),
                   ctypes.byref(self.matrix))
        for name, values in ((b"label", labels), (b"weight", weights)):
            values = np.ascontiguousarray(values, np.float32)
            self._call("XGDMatrixSetFloatInfo", self.matrix, name, _floats(values),
                       _size(len(values)))
        matrices = (ctypes.c_void_p * 1)(self.matrix)
        self._call("XGBoosterCreate", matrices, _size(1), ctypes.byref(self.handle))
        for name, value in {**SETTINGS, **settings}.items():
            self._call("XGBoosterSetParam", self.handle, name.encode(),
                       str(value).encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._call("XGBoosterFree", self.handle)
        self._call("XGDMatrixFree", self.matrix)

    def grow(self):
        """Adds a tree by the objective's gradient."""
        self._call("XGBoosterUpdateOneIter", self.handle, ctypes.c_int(self.rounds),
                   self.matrix)
        self.rounds += 1

    def trees(self, features, depth):
        count, texts = ctypes.c_uint64(), ctypes.POINTER(ctypes.c_char_p)()
        self._call("XGBoosterDumpModelEx", self.handle, b"", ctypes.c_int(0), b"json",
                   ctypes.byref(count), ctypes.byref(texts))
        roots = [json.loads(texts[i]) for i in range(count.value)]
        return Trees.from_roots(roots, features, depth)

    def _call(self, name, *arguments):
        if getattr(self.library, name)(*arguments) != 0:
            raise SystemExit(self.library.XGBGetLastError().decode())


def fit_rows(rows, labels, weights, depth, rounds, **settings):
    """Trees that predict the log-odds of label 1."""
    with Booster(rows, labels, weights, max_depth=depth, **settings) as booster:
        for _ in range(rounds):
            booster.grow()
        return booster.trees(rows.shape[1], depth)


def _floats(values):
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_float))


def _size(count):
    return ctypes.c_uint64(count)
