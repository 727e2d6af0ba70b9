"""Parts questions into folds, so that no document is in two of them."""

import hashlib

from unit_questions import KEYED

FOLDS = 7


def set_folds(questions):
    """Gives each question its fold. The documents of sets that are judged by keys are
    dealt in turn, as there are few of them; subjects of others by a hash."""
    for name in KEYED:
        own = [question for question in questions if question.set == name]
        place = {subject: i for i, subject in
                 enumerate(sorted({question.subject for question in own}))}
        for question in own:
            question.fold = place[question.subject] % FOLDS
    for question in questions:
        if question.set not in KEYED:
            digest = hashlib.md5(question.subject.encode()).hexdigest()
            question.fold = int(digest, 16) % FOLDS
