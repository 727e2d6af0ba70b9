// The families of methods. Each function adds one family to the table of a
// connection; method_table.cc calls them all. docs/socket-protocol.md describes
// the methods. All references and pointers outlive the table.
#pragma once

#include "daemon/audit/audit_log.h"
#include "daemon/collections/store.h"
#include "daemon/dispatch/bounds.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/identity/access_control.h"
#include "daemon/job_board.h"
#include "daemon/methods/audit_trail.h"
#include "daemon/methods/daemon_status.h"
#include "daemon/methods/dense_vectors_cache.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/generator.h"
#include "daemon/methods/model_evaluator.h"
#include "daemon/methods/model_grader.h"
#include "daemon/methods/question_statistics.h"
#include "daemon/methods/question_writer.h"
#include "daemon/methods/workspace_pool.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

struct AskServices {
  CollectionStore& store;
  WorkspacePool& workspaces;
  GatheringWorkspaces& gathering;
  DenseVectorsCache& dense;
  QuestionStatistics& questions;
  EnergyMonitor& energy;
  const AccessControl& access;
  engine::Arithmetic arithmetic;    // The default of questions.
  Generator* generator;             // Null: no language model.
  ModelEvaluator* evaluator;        // Null: no language model.
  ModelGrader* grader;              // Null: no language model.
  QuestionWriter* question_writer;  // Null: no language model.
};

// `ask`. Records, and the energy of questions, name `caller`.
void AddAskMethod(const AskServices& services, const AuditTrail& audit,
                  const Identity& caller, MethodTable& table);

// `search`. Searches are no questions: they have no audit records, and their
// energy is not counted as that of questions.
void AddSearchMethod(const AskServices& services, MethodTable& table);

// `select`, `summarize`: as `search`, no questions.
void AddGatheringMethods(const AskServices& services, const Identity& caller,
                         MethodTable& table);

// `ground`: checks a caller's answer; no question either.
void AddGroundMethod(const AskServices& services, MethodTable& table);

// `exam.grade`: grades the passages that are found for a batch of questions.
// The record names `caller`, and so does the energy.
void AddExamMethod(const AskServices& services, const AuditTrail& audit,
                   const Identity& caller, MethodTable& table);

// `exam.questions`: has the language model write questions. It reads no
// document, so there are no audit records.
void AddExamQuestionsMethod(const AskServices& services, MethodTable& table);

// `documents.*`: adding, replacing, removing, listing and reading documents.
// The table owns the open uploads of its connection, which are dropped when it
// is destroyed.
void AddDocumentMethods(CollectionStore& store, const AuditTrail& audit,
                        const RequestBounds& limits,
                        const AccessControl& access, const Identity& caller,
                        MethodTable& table);

// `collections.*`: listing, making, changing and maintaining collections.
void AddCollectionMethods(CollectionStore& store, const AuditTrail& audit,
                          const AccessControl& access, const Identity& caller,
                          MethodTable& table);

// `audit.*`: signing heads of the audit log, and changing its key.
//   log  null: there is no log
void AddAuditMethods(AuditLog* log, MethodTable& table);

// `status`. A caller who may not manage every collection is told nothing of the
// machine, of other callers, and of collections that it may neither ask nor
// read.
void AddStatusMethod(const StatusServices& services,
                     const AccessControl& access, const Identity& caller,
                     MethodTable& table);

// `users.*`: entries of users, certificates and others, with their rights.
void AddUserMethods(AccessControl& access, const AuditTrail& audit,
                    const Identity& caller, MethodTable& table);

// `energy.sensors`, `energy.status`, `energy.question`, `energy.report`: the
// machine's power, and the energy of questions.
void AddEnergyMethods(EnergyMonitor& energy, MethodTable& table);

struct CalibrateServices {
  CollectionStore& store;
  WorkspacePool& workspaces;
  EnergyMonitor& energy;
  JobBoard& jobs;
  engine::Arithmetic arithmetic;
};

// `energy.calibrate`: measures a batch of real questions against rest.
void AddCalibrateMethod(const CalibrateServices& services, MethodTable& table);

}  // namespace answerbox::daemon
