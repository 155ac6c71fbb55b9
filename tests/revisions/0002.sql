BEGIN TRANSACTION;
CREATE TABLE adjudications (
	adjudication_id INTEGER NOT NULL, 
	trace_id INTEGER NOT NULL, 
	annotator_id INTEGER NOT NULL, 
	answer VARCHAR NOT NULL, 
	stage VARCHAR, 
	error_type VARCHAR, 
	reason VARCHAR NOT NULL, 
	note TEXT, 
	decided_at DATETIME NOT NULL, 
	is_current BOOLEAN NOT NULL, 
	CONSTRAINT pk_adjudications PRIMARY KEY (adjudication_id), 
	CONSTRAINT ck_adjudications_answer_known CHECK (answer IN ('correct', 'wrong', 'rightly_declined', 'wrongly_declined', 'cant_tell')), 
	CONSTRAINT ck_adjudications_reason_known CHECK (reason IN ('slip', 'guideline_gap', 'ambiguous', 'expertise')), 
	CONSTRAINT ck_adjudications_stage_known CHECK (stage IN ('coverage', 'rewriting', 'embedding', 'retrieval', 'reranking', 'packing', 'generation')), 
	CONSTRAINT fk_adjudications_annotator_id FOREIGN KEY(annotator_id) REFERENCES annotators (annotator_id), 
	CONSTRAINT fk_adjudications_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id)
);
INSERT INTO "adjudications" VALUES(1,1,1,'correct',NULL,NULL,'slip',NULL,'2026-03-02 09:30:00.000000',1);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE annotators (
	annotator_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	expertise VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_annotators PRIMARY KEY (annotator_id), 
	CONSTRAINT ck_annotators_name_given CHECK (length(trim(name)) > 0), 
	CONSTRAINT uq_annotators_name UNIQUE (name)
);
INSERT INTO "annotators" VALUES(1,'Ada',NULL,'2026-03-02 09:30:00.000000');
CREATE TABLE column_mappings (
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	columns JSON NOT NULL, 
	saved_at DATETIME NOT NULL, 
	CONSTRAINT pk_column_mappings PRIMARY KEY (name)
);
INSERT INTO "column_mappings" VALUES('wiki','traces','{"query": "Question"}','2026-03-02 09:30:00.000000');
CREATE TABLE corpora (
	index_version VARCHAR NOT NULL, 
	import_id INTEGER NOT NULL, 
	CONSTRAINT pk_corpora PRIMARY KEY (index_version), 
	CONSTRAINT fk_corpora_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id)
);
INSERT INTO "corpora" VALUES('2026-02',1);
CREATE TABLE corpus_passages (
	index_version VARCHAR NOT NULL, 
	doc_id VARCHAR NOT NULL, 
	text_hash BLOB, 
	import_id INTEGER NOT NULL, 
	CONSTRAINT pk_corpus_passages PRIMARY KEY (index_version, doc_id), 
	CONSTRAINT fk_corpus_passages_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id)
)
 WITHOUT ROWID

;
INSERT INTO "corpus_passages" VALUES('2026-02','d1',X'000102030405060708090A0B0C0D0E0F',1);
CREATE TABLE gold_members (
	gold_version_id INTEGER NOT NULL, 
	set_no INTEGER NOT NULL, 
	doc_id VARCHAR NOT NULL, 
	CONSTRAINT pk_gold_members PRIMARY KEY (gold_version_id, set_no, doc_id), 
	CONSTRAINT fk_gold_members_gold_version_id FOREIGN KEY(gold_version_id) REFERENCES gold_versions (gold_version_id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "gold_members" VALUES(1,0,'d1');
INSERT INTO "gold_members" VALUES(1,1,'d2');
INSERT INTO "gold_members" VALUES(1,1,'d3');
CREATE TABLE gold_versions (
	gold_version_id INTEGER NOT NULL, 
	query_id INTEGER NOT NULL, 
	import_id INTEGER NOT NULL, 
	superseded_by_import_id INTEGER, 
	author VARCHAR NOT NULL, 
	reason TEXT, 
	created_at DATETIME NOT NULL, 
	sets JSON NOT NULL, 
	n_sets INTEGER NOT NULL, 
	CONSTRAINT pk_gold_versions PRIMARY KEY (gold_version_id), 
	CONSTRAINT fk_gold_versions_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id), 
	CONSTRAINT fk_gold_versions_query_id FOREIGN KEY(query_id) REFERENCES queries (query_id), 
	CONSTRAINT fk_gold_versions_superseded_by_import_id FOREIGN KEY(superseded_by_import_id) REFERENCES imports (import_id)
);
INSERT INTO "gold_versions" VALUES(1,1,1,NULL,'traces.jsonl',NULL,'2026-03-02 09:30:00.000000','[["d1"], ["d2", "d3"]]',2);
CREATE TABLE guidelines (
	guideline_id INTEGER NOT NULL, 
	queue_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_guidelines PRIMARY KEY (guideline_id), 
	CONSTRAINT fk_guidelines_queue_id FOREIGN KEY(queue_id) REFERENCES queues (queue_id) ON DELETE CASCADE, 
	CONSTRAINT uq_guidelines_queue_id_version UNIQUE (queue_id, version)
);
INSERT INTO "guidelines" VALUES(1,1,1,'Be fair.','2026-03-02 09:30:00.000000');
CREATE TABLE hits (
	trace_id INTEGER NOT NULL, 
	list INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	doc_id VARCHAR, 
	rank INTEGER NOT NULL, 
	score FLOAT, 
	text_hash BLOB, 
	CONSTRAINT pk_hits PRIMARY KEY (trace_id, list, position), 
	CONSTRAINT ck_hits_list_known CHECK (list IN (0, 1, 2)), 
	CONSTRAINT fk_hits_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "hits" VALUES(1,0,0,'d1',1,7.25,X'000102030405060708090A0B0C0D0E0F');
CREATE TABLE human_entries (
	entry_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	trace_id INTEGER NOT NULL, 
	annotator_id INTEGER NOT NULL, 
	queue_id INTEGER, 
	label_set_id INTEGER, 
	kind VARCHAR NOT NULL, 
	answer VARCHAR, 
	stage VARCHAR, 
	error_type VARCHAR, 
	unresolved VARCHAR, 
	is_override BOOLEAN NOT NULL, 
	override_reason TEXT, 
	should_have_declined BOOLEAN NOT NULL, 
	gold_changes JSON NOT NULL, 
	gold_version_id INTEGER, 
	confidence VARCHAR, 
	note TEXT, 
	is_flagged BOOLEAN NOT NULL, 
	seconds_spent FLOAT, 
	labelled_at DATETIME, 
	labelled_at_text VARCHAR, 
	recorded_at DATETIME NOT NULL, 
	is_after_reveal BOOLEAN NOT NULL, 
	raw_verdict VARCHAR, 
	undoes_entry_id INTEGER, 
	guideline_id INTEGER, 
	is_current BOOLEAN NOT NULL, claims JSON, 
	CONSTRAINT ck_human_entries_answer_known CHECK (answer IN ('correct', 'wrong', 'rightly_declined', 'wrongly_declined', 'cant_tell')), 
	CONSTRAINT ck_human_entries_error_type_known CHECK (error_type IN ('unsupported_claim', 'misread', 'ignored_context', 'incomplete', 'wrong_format', 'wrong_specificity', 'followed_retrieved_instruction')), 
	CONSTRAINT ck_human_entries_kind_known CHECK (kind IN ('verdict', 'skip', 'note', 'undo')), 
	CONSTRAINT ck_human_entries_stage_known CHECK (stage IN ('coverage', 'rewriting', 'embedding', 'retrieval', 'reranking', 'packing', 'generation')), 
	CONSTRAINT ck_human_entries_unresolved_known CHECK (unresolved IN ('reference_disputed', 'query_ambiguous')), 
	CONSTRAINT fk_human_entries_annotator_id FOREIGN KEY(annotator_id) REFERENCES annotators (annotator_id), 
	CONSTRAINT fk_human_entries_gold_version_id FOREIGN KEY(gold_version_id) REFERENCES gold_versions (gold_version_id), 
	CONSTRAINT fk_human_entries_guideline_id FOREIGN KEY(guideline_id) REFERENCES guidelines (guideline_id), 
	CONSTRAINT fk_human_entries_label_set_id FOREIGN KEY(label_set_id) REFERENCES label_sets (label_set_id), 
	CONSTRAINT fk_human_entries_queue_id FOREIGN KEY(queue_id) REFERENCES queues (queue_id), 
	CONSTRAINT fk_human_entries_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id), 
	CONSTRAINT fk_human_entries_undoes_entry_id FOREIGN KEY(undoes_entry_id) REFERENCES human_entries (entry_id)
);
INSERT INTO "human_entries" VALUES(1,1,1,1,NULL,'verdict','wrong','packing',NULL,NULL,0,NULL,0,'[]',NULL,NULL,'looked twice; ''sure''',0,NULL,'2026-03-02 09:30:00.000000',NULL,'2026-03-02 09:30:00.000000',0,NULL,NULL,NULL,0,NULL);
INSERT INTO "human_entries" VALUES(2,1,1,1,NULL,'verdict','correct',NULL,NULL,NULL,0,NULL,0,'[]',NULL,NULL,NULL,0,NULL,'2026-03-02 09:30:00.000000',NULL,'2026-03-02 09:30:00.000000',0,NULL,NULL,NULL,1,NULL);
INSERT INTO "human_entries" VALUES(3,3,1,NULL,NULL,'verdict','wrong','retrieval',NULL,NULL,0,NULL,0,'[]',NULL,NULL,NULL,0,NULL,NULL,NULL,'2026-03-02 09:30:00.000000',0,NULL,NULL,NULL,1,NULL);
CREATE TABLE imports (
	import_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	file_name VARCHAR NOT NULL, 
	file_hash VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	n_new INTEGER NOT NULL, 
	n_changed INTEGER NOT NULL, 
	n_unchanged INTEGER NOT NULL, 
	n_rejected INTEGER NOT NULL, 
	details JSON NOT NULL, 
	CONSTRAINT pk_imports PRIMARY KEY (import_id), 
	CONSTRAINT ck_imports_status_known CHECK (status IN ('running', 'done', 'swept'))
);
INSERT INTO "imports" VALUES(1,'traces','traces.jsonl','00','done','2026-03-02 09:30:00.000000','2026-03-02 09:30:00.000000',3,0,0,0,'{"run": "default"}');
CREATE TABLE judge_verdicts (
	judge_verdict_id INTEGER NOT NULL, 
	judge_id INTEGER NOT NULL, 
	trace_id INTEGER NOT NULL, 
	import_id INTEGER NOT NULL, 
	superseded_by_import_id INTEGER, 
	verdict VARCHAR, 
	raw_verdict VARCHAR NOT NULL, 
	reason TEXT, 
	score FLOAT, 
	threshold FLOAT, 
	rationale TEXT, 
	CONSTRAINT pk_judge_verdicts PRIMARY KEY (judge_verdict_id), 
	CONSTRAINT ck_judge_verdicts_verdict_known CHECK (verdict IN ('fail', 'pass')), 
	CONSTRAINT fk_judge_verdicts_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id), 
	CONSTRAINT fk_judge_verdicts_judge_id FOREIGN KEY(judge_id) REFERENCES judges (judge_id), 
	CONSTRAINT fk_judge_verdicts_superseded_by_import_id FOREIGN KEY(superseded_by_import_id) REFERENCES imports (import_id), 
	CONSTRAINT fk_judge_verdicts_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id) ON DELETE CASCADE
);
INSERT INTO "judge_verdicts" VALUES(1,1,1,1,NULL,'fail','no',NULL,0.2,NULL,NULL);
INSERT INTO "judge_verdicts" VALUES(2,1,2,1,NULL,'fail','no',NULL,0.2,NULL,NULL);
INSERT INTO "judge_verdicts" VALUES(3,1,3,1,NULL,'fail','no',NULL,0.2,NULL,NULL);
CREATE TABLE judges (
	judge_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	prompt_fingerprint VARCHAR NOT NULL, 
	threshold FLOAT, 
	CONSTRAINT pk_judges PRIMARY KEY (judge_id), 
	CONSTRAINT uq_judges_name_version_prompt_fingerprint UNIQUE (name, version, prompt_fingerprint)
);
INSERT INTO "judges" VALUES(1,'strict','2','',NULL);
CREATE TABLE label_sets (
	label_set_id INTEGER NOT NULL, 
	run_id INTEGER NOT NULL, 
	import_id INTEGER NOT NULL, 
	design VARCHAR NOT NULL, 
	declared_at DATETIME NOT NULL, 
	was_blind BOOLEAN, 
	was_tuned_on BOOLEAN NOT NULL, 
	judge_id INTEGER, 
	CONSTRAINT pk_label_sets PRIMARY KEY (label_set_id), 
	CONSTRAINT ck_label_sets_design_known CHECK (design IN ('uniform', 'by_verdict', 'queue', 'by_truth', 'transported', 'unknown')), 
	CONSTRAINT fk_label_sets_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id), 
	CONSTRAINT fk_label_sets_judge_id FOREIGN KEY(judge_id) REFERENCES judges (judge_id), 
	CONSTRAINT fk_label_sets_run_id FOREIGN KEY(run_id) REFERENCES runs (run_id)
);
INSERT INTO "label_sets" VALUES(1,1,1,'uniform','2026-03-02 09:30:00.000000',1,0,1);
CREATE TABLE leases (
	queue_id INTEGER NOT NULL, 
	trace_id INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	annotator_id INTEGER NOT NULL, 
	leased_at DATETIME NOT NULL, 
	expires_at DATETIME NOT NULL, 
	CONSTRAINT pk_leases PRIMARY KEY (queue_id, trace_id, slot), 
	CONSTRAINT fk_leases_annotator_id FOREIGN KEY(annotator_id) REFERENCES annotators (annotator_id), 
	CONSTRAINT fk_leases_queue_id FOREIGN KEY(queue_id) REFERENCES queues (queue_id) ON DELETE CASCADE, 
	CONSTRAINT fk_leases_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id)
);
INSERT INTO "leases" VALUES(1,2,1,1,'2026-03-02 09:30:00.000000','2026-03-02 09:30:00.000000');
CREATE TABLE passages (
	text_hash BLOB NOT NULL, 
	folded_hash BLOB NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_passages PRIMARY KEY (text_hash)
);
INSERT INTO "passages" VALUES(X'000102030405060708090A0B0C0D0E0F',X'000102030405060708090A0B0C0D0E0F','Behind the hall.');
CREATE TABLE probes (
	probe_id INTEGER NOT NULL, 
	trace_id INTEGER NOT NULL, 
	import_id INTEGER NOT NULL, 
	answer TEXT, 
	is_correct BOOLEAN, 
	CONSTRAINT pk_probes PRIMARY KEY (probe_id), 
	CONSTRAINT fk_probes_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id), 
	CONSTRAINT fk_probes_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id) ON DELETE CASCADE
);
INSERT INTO "probes" VALUES(1,1,1,'x',1);
CREATE TABLE queries (
	query_id INTEGER NOT NULL, 
	query_key VARCHAR NOT NULL, 
	question_id VARCHAR, 
	CONSTRAINT pk_queries PRIMARY KEY (query_id), 
	CONSTRAINT uq_queries_query_key UNIQUE (query_key)
);
INSERT INTO "queries" VALUES(1,'question:p-1','p-1');
INSERT INTO "queries" VALUES(2,'trace:default/q-2',NULL);
CREATE TABLE queue_items (
	queue_id INTEGER NOT NULL, 
	trace_id INTEGER NOT NULL, 
	stratum_id INTEGER NOT NULL, 
	slice VARCHAR NOT NULL, 
	inclusion_probability FLOAT NOT NULL, 
	order_key BIGINT NOT NULL, 
	wanted_labels INTEGER NOT NULL, 
	reason VARCHAR, 
	removed_at DATETIME, 
	CONSTRAINT pk_queue_items PRIMARY KEY (queue_id, trace_id), 
	CONSTRAINT ck_queue_items_slice_known CHECK (slice IN ('uniform', 'targeted', 'census')), 
	CONSTRAINT fk_queue_items_queue_id FOREIGN KEY(queue_id) REFERENCES queues (queue_id) ON DELETE CASCADE, 
	CONSTRAINT fk_queue_items_stratum_id FOREIGN KEY(stratum_id) REFERENCES queue_strata (stratum_id), 
	CONSTRAINT fk_queue_items_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id)
);
INSERT INTO "queue_items" VALUES(1,1,1,'uniform',6.66666666666666629659e-01,9,1,NULL,NULL);
INSERT INTO "queue_items" VALUES(1,2,1,'uniform',6.66666666666666629659e-01,8,1,NULL,NULL);
CREATE TABLE queue_strata (
	stratum_id INTEGER NOT NULL, 
	queue_id INTEGER NOT NULL, 
	evidence VARCHAR NOT NULL, 
	verdict VARCHAR NOT NULL, 
	n_target INTEGER NOT NULL, 
	n_drawn INTEGER NOT NULL, 
	CONSTRAINT pk_queue_strata PRIMARY KEY (stratum_id), 
	CONSTRAINT fk_queue_strata_queue_id FOREIGN KEY(queue_id) REFERENCES queues (queue_id) ON DELETE CASCADE, 
	CONSTRAINT uq_queue_strata_queue_id_evidence_verdict UNIQUE (queue_id, evidence, verdict)
);
INSERT INTO "queue_strata" VALUES(1,1,'','fail',3,2);
CREATE TABLE queues (
	queue_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	run_id INTEGER NOT NULL, 
	judge_id INTEGER, 
	size INTEGER NOT NULL, 
	n_uniform INTEGER NOT NULL, 
	strata_by VARCHAR NOT NULL, 
	filters JSON NOT NULL, 
	seed BIGINT NOT NULL, 
	wanted_labels INTEGER NOT NULL, 
	n_overlap INTEGER NOT NULL, 
	reveals_judge BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, paired_queue_id INTEGER REFERENCES queues (queue_id), 
	CONSTRAINT pk_queues PRIMARY KEY (queue_id), 
	CONSTRAINT fk_queues_judge_id FOREIGN KEY(judge_id) REFERENCES judges (judge_id), 
	CONSTRAINT fk_queues_run_id FOREIGN KEY(run_id) REFERENCES runs (run_id), 
	CONSTRAINT uq_queues_name UNIQUE (name)
);
INSERT INTO "queues" VALUES(1,'default-1',1,1,2,2,'verdict','{}',7,1,0,0,'2026-03-02 09:30:00.000000',NULL);
CREATE TABLE relevance (
	query_id INTEGER NOT NULL, 
	doc_id VARCHAR NOT NULL, 
	grade INTEGER NOT NULL, 
	import_id INTEGER NOT NULL, 
	CONSTRAINT pk_relevance PRIMARY KEY (query_id, doc_id), 
	CONSTRAINT fk_relevance_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id), 
	CONSTRAINT fk_relevance_query_id FOREIGN KEY(query_id) REFERENCES queries (query_id)
);
INSERT INTO "relevance" VALUES(1,'d1',2,1);
CREATE TABLE runs (
	run_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, probe_of_run_id INTEGER REFERENCES runs (run_id), 
	CONSTRAINT pk_runs PRIMARY KEY (run_id), 
	CONSTRAINT uq_runs_name UNIQUE (name)
);
INSERT INTO "runs" VALUES(1,'default','2026-03-02 09:30:00.000000',NULL);
CREATE TABLE signals (
	trace_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	value JSON NOT NULL, 
	CONSTRAINT pk_signals PRIMARY KEY (trace_id, name), 
	CONSTRAINT fk_signals_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id) ON DELETE CASCADE
);
INSERT INTO "signals" VALUES(1,'thumbs',-1);
CREATE TABLE stratum_counts (
	target_set VARCHAR NOT NULL, 
	judge_id INTEGER NOT NULL, 
	evidence VARCHAR NOT NULL, 
	verdict VARCHAR NOT NULL, 
	n BIGINT NOT NULL, 
	import_id INTEGER NOT NULL, 
	CONSTRAINT pk_stratum_counts PRIMARY KEY (target_set, judge_id, evidence, verdict), 
	CONSTRAINT fk_stratum_counts_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id), 
	CONSTRAINT fk_stratum_counts_judge_id FOREIGN KEY(judge_id) REFERENCES judges (judge_id)
);
INSERT INTO "stratum_counts" VALUES('lake',1,'reached','fail',120,1);
CREATE TABLE trace_evidence (
	trace_id INTEGER NOT NULL, 
	gold_version_id INTEGER, 
	evidence VARCHAR NOT NULL, 
	candidates_rank INTEGER, 
	reranked_rank INTEGER, 
	prompt_rank INTEGER, 
	n_found INTEGER, 
	n_needed INTEGER, 
	CONSTRAINT pk_trace_evidence PRIMARY KEY (trace_id), 
	CONSTRAINT ck_trace_evidence_evidence_known CHECK (evidence IN ('coverage', 'embedding', 'retrieval', 'reranking', 'packing', 'reached', 'undecided', 'unknown', 'not_comparable', 'endpoint_unavailable')), 
	CONSTRAINT fk_trace_evidence_gold_version_id FOREIGN KEY(gold_version_id) REFERENCES gold_versions (gold_version_id), 
	CONSTRAINT fk_trace_evidence_trace_id FOREIGN KEY(trace_id) REFERENCES traces (trace_id) ON DELETE CASCADE
);
INSERT INTO "trace_evidence" VALUES(1,1,'packing',1,NULL,NULL,NULL,NULL);
INSERT INTO "trace_evidence" VALUES(2,NULL,'unknown',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "trace_evidence" VALUES(3,1,'retrieval',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE traces (
	trace_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	run_id INTEGER NOT NULL, 
	request_id VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	import_id INTEGER NOT NULL, 
	superseded_by_import_id INTEGER, 
	query_id INTEGER NOT NULL, 
	content_hash VARCHAR NOT NULL, 
	details_hash VARCHAR NOT NULL, 
	"query" TEXT NOT NULL, 
	rewritten_query TEXT, 
	reference_answer TEXT, 
	answer TEXT, 
	prompt_text TEXT, 
	prompt_tokens BIGINT, 
	is_truncated BOOLEAN, 
	has_candidates BOOLEAN NOT NULL, 
	has_reranked BOOLEAN NOT NULL, 
	has_prompt BOOLEAN NOT NULL, 
	model VARCHAR, 
	settings JSON, 
	index_version VARCHAR NOT NULL, 
	query_embedding_model VARCHAR, 
	index_embedding_model VARCHAR, 
	error TEXT, 
	created_at DATETIME, 
	created_at_text VARCHAR, 
	extra JSON NOT NULL, 
	raw TEXT, 
	CONSTRAINT fk_traces_import_id FOREIGN KEY(import_id) REFERENCES imports (import_id), 
	CONSTRAINT fk_traces_query_id FOREIGN KEY(query_id) REFERENCES queries (query_id), 
	CONSTRAINT fk_traces_run_id FOREIGN KEY(run_id) REFERENCES runs (run_id), 
	CONSTRAINT fk_traces_superseded_by_import_id FOREIGN KEY(superseded_by_import_id) REFERENCES imports (import_id), 
	CONSTRAINT uq_traces_run_id_request_id_version UNIQUE (run_id, request_id, version)
);
INSERT INTO "traces" VALUES(1,1,'q-1',1,1,NULL,1,'c1','d1','Where is the bookbinder''s workshop?',NULL,NULL,'Behind the märket hall; ask for ''Ada''.
Second line.',NULL,NULL,NULL,1,0,1,NULL,'{"k": 10}','2026-02',NULL,NULL,NULL,'2026-03-02 09:30:00.000000',NULL,'{"tenant": "north"}',NULL);
INSERT INTO "traces" VALUES(2,1,'q-2',1,1,NULL,2,'c2','d2','Where is the bookbinder''s workshop?',NULL,NULL,'Behind the märket hall; ask for ''Ada''.
Second line.',NULL,NULL,NULL,1,0,1,NULL,'{"k": 10}','2026-02',NULL,NULL,NULL,'2026-03-02 09:30:00.000000',NULL,'{"tenant": "north"}',NULL);
INSERT INTO "traces" VALUES(3,1,'q-3',1,1,NULL,1,'c3','d3','Where is the bookbinder''s workshop?',NULL,NULL,'Behind the märket hall; ask for ''Ada''.
Second line.',NULL,NULL,NULL,1,0,1,NULL,'{"k": 10}','2026-02',NULL,NULL,NULL,'2026-03-02 09:30:00.000000',NULL,'{"tenant": "north"}',NULL);
CREATE TABLE verdict_words (
	judge_id INTEGER NOT NULL, 
	word VARCHAR NOT NULL, 
	meaning VARCHAR NOT NULL, 
	confirmed_at DATETIME NOT NULL, 
	CONSTRAINT pk_verdict_words PRIMARY KEY (judge_id, word), 
	CONSTRAINT ck_verdict_words_meaning_known CHECK (meaning IN ('fail', 'pass', 'not_usable')), 
	CONSTRAINT fk_verdict_words_judge_id FOREIGN KEY(judge_id) REFERENCES judges (judge_id)
);
INSERT INTO "verdict_words" VALUES(1,'no','fail','2026-03-02 09:30:00.000000');
CREATE INDEX ix_passages_folded_hash ON passages (folded_hash);
CREATE INDEX ix_corpus_passages_import_id ON corpus_passages (import_id);
CREATE INDEX ix_corpus_passages_text_hash ON corpus_passages (text_hash);
CREATE INDEX ix_gold_versions_import_id ON gold_versions (import_id);
CREATE INDEX ix_gold_versions_query_id ON gold_versions (query_id);
CREATE INDEX ix_traces_import_id ON traces (import_id);
CREATE INDEX ix_traces_index_version ON traces (index_version);
CREATE INDEX ix_traces_query_id ON traces (query_id);
CREATE INDEX ix_adjudications_trace_id ON adjudications (trace_id);
CREATE INDEX ix_judge_verdicts_import_id ON judge_verdicts (import_id);
CREATE INDEX ix_judge_verdicts_judge_id ON judge_verdicts (judge_id);
CREATE INDEX ix_judge_verdicts_trace_id_judge_id ON judge_verdicts (trace_id, judge_id);
CREATE INDEX ix_leases_annotator_id ON leases (annotator_id);
CREATE INDEX ix_probes_trace_id ON probes (trace_id);
CREATE INDEX ix_human_entries_queue_id_annotator_id ON human_entries (queue_id, annotator_id);
CREATE INDEX ix_human_entries_trace_id_annotator_id ON human_entries (trace_id, annotator_id);
CREATE UNIQUE INDEX uq_human_entries_current ON human_entries (trace_id, annotator_id) WHERE is_current;
CREATE INDEX ix_queue_items_queue_id_order_key ON queue_items (queue_id, order_key);
CREATE INDEX ix_queue_items_trace_id ON queue_items (trace_id);
CREATE VIEW current_traces AS SELECT t.* FROM traces t JOIN imports made ON made.import_id = t.import_id AND made.status = 'done' LEFT JOIN imports ended ON ended.import_id = t.superseded_by_import_id AND ended.status = 'done' WHERE ended.import_id IS NULL;
CREATE VIEW current_judge_verdicts AS SELECT t.* FROM judge_verdicts t JOIN imports made ON made.import_id = t.import_id AND made.status = 'done' LEFT JOIN imports ended ON ended.import_id = t.superseded_by_import_id AND ended.status = 'done' WHERE ended.import_id IS NULL;
CREATE VIEW current_gold AS SELECT t.* FROM gold_versions t JOIN imports made ON made.import_id = t.import_id AND made.status = 'done' LEFT JOIN imports ended ON ended.import_id = t.superseded_by_import_id AND ended.status = 'done' WHERE ended.import_id IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('traces',3);
INSERT INTO "sqlite_sequence" VALUES('human_entries',3);
COMMIT;
