-- Hot tables: their rows live for seconds, so dead ones are swept early and at full speed, the end of the file is
-- never truncated (that takes an exclusive lock), and a lease's page keeps room for its beats.
ALTER TABLE "queue_entries" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);--> statement-breakpoint
ALTER TABLE "leases" SET (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);--> statement-breakpoint
ALTER TABLE "runner_sessions" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);--> statement-breakpoint
ALTER TABLE "control_plane_pulse" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "maintenance_loops" SET (fillfactor = 50);--> statement-breakpoint
INSERT INTO "event_sequencer" ("id") VALUES (1);
