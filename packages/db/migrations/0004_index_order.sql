DROP INDEX "job_executions_recorded";--> statement-breakpoint
DROP INDEX "job_executions_workspace_recorded";--> statement-breakpoint
DROP INDEX "queue_entries_head";--> statement-breakpoint
CREATE INDEX "job_executions_recorded" ON "job_executions" USING btree ("recorded_at" DESC NULLS FIRST,"execution_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_executions_workspace_recorded" ON "job_executions" USING btree ("workspace_id","recorded_at" DESC NULLS FIRST,"execution_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "queue_entries_head" ON "queue_entries" USING btree ("label_set_id","priority" DESC NULLS FIRST,"queued_at","seq");