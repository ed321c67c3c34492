ALTER TABLE "job_executions" ADD COLUMN "queue_timeout_seconds" integer;--> statement-breakpoint
ALTER TABLE "queue_entries" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "queue_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "queue_entries_expiring" ON "queue_entries" USING btree ("expires_at") WHERE "queue_entries"."expires_at" is not null;