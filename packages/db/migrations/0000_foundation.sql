CREATE TYPE "public"."credential_kind" AS ENUM('operator', 'service', 'registration', 'ephemeral', 'bootstrap', 'control', 'activation', 'provisioner');--> statement-breakpoint
CREATE TYPE "public"."operator_role" AS ENUM('viewer', 'operator', 'admin');--> statement-breakpoint
CREATE TYPE "public"."execution_outcome" AS ENUM('succeeded', 'failed', 'cancelled', 'released', 'expired_in_queue', 'lost');--> statement-breakpoint
CREATE TYPE "public"."reported_outcome" AS ENUM('succeeded', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."provisioner_scope" AS ENUM('workspace', 'installation');--> statement-breakpoint
CREATE TYPE "public"."session_kind" AS ENUM('manual', 'ephemeral', 'activation');--> statement-breakpoint
CREATE TYPE "public"."workspace_status" AS ENUM('active', 'suspended', 'deleted');--> statement-breakpoint
CREATE SEQUENCE "public"."queue_entry_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."lease_fence" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "credential_kind" NOT NULL,
	"hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"name" text NOT NULL,
	"role" "operator_role",
	"workspace_ids" uuid[],
	"provisioner_id" uuid,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "credentials_hash" UNIQUE("hash"),
	CONSTRAINT "credentials_hash_is_sha256" CHECK (length("credentials"."hash") = 32),
	CONSTRAINT "credentials_role" CHECK (("credentials"."kind" = 'operator') = ("credentials"."role" is not null)),
	CONSTRAINT "credentials_registration_workspace" CHECK ("credentials"."kind" <> 'registration' or ("credentials"."workspace_ids" is not null and cardinality("credentials"."workspace_ids") = 1)),
	CONSTRAINT "credentials_workspaces_not_empty" CHECK ("credentials"."workspace_ids" is null or cardinality("credentials"."workspace_ids") > 0)
);
--> statement-breakpoint
CREATE TABLE "event_positions" (
	"position" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	CONSTRAINT "event_positions_event" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "event_sequencer" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"floor_id" bigint DEFAULT 0 NOT NULL,
	"mark_id" bigint,
	"mark_xmax" text,
	CONSTRAINT "event_sequencer_single" CHECK ("event_sequencer"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" uuid,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"name" text PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "job_executions" (
	"workspace_id" uuid NOT NULL,
	"execution_id" uuid NOT NULL,
	"job_id" uuid,
	"workflow_run_id" uuid,
	"workflow_run_attempt_id" uuid,
	"project_id" uuid,
	"labels" text[],
	"priority" smallint DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone,
	"sent_queued_at" timestamp with time zone,
	"max_starts" smallint DEFAULT 1 NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"terminated_as" "reported_outcome",
	"terminated_at" timestamp with time zone,
	"reported_outcome" "reported_outcome",
	"outcome" "execution_outcome",
	"finished_at" timestamp with time zone,
	"finished_session_id" uuid,
	"finished_fence" bigint,
	CONSTRAINT "job_executions_pkey" PRIMARY KEY("workspace_id","execution_id"),
	CONSTRAINT "job_executions_finished" CHECK (("job_executions"."outcome" is null) = ("job_executions"."finished_at" is null)),
	CONSTRAINT "job_executions_terminated" CHECK (("job_executions"."terminated_as" is null) = ("job_executions"."terminated_at" is null)),
	CONSTRAINT "job_executions_tombstone" CHECK (case when "job_executions"."queued_at" is null then "job_executions"."finished_at" is not null and "job_executions"."terminated_as" is not null
          else "job_executions"."labels" is not null and "job_executions"."job_id" is not null and "job_executions"."workflow_run_id" is not null
               and "job_executions"."workflow_run_attempt_id" is not null and "job_executions"."project_id" is not null end),
	CONSTRAINT "job_executions_finisher" CHECK (("job_executions"."finished_session_id" is null) = ("job_executions"."finished_fence" is null) and ("job_executions"."finished_fence" is null or "job_executions"."finished_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "queue_entries" (
	"workspace_id" uuid NOT NULL,
	"execution_id" uuid NOT NULL,
	"label_set_id" bigint NOT NULL,
	"priority" smallint NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"seq" bigint NOT NULL,
	"starts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "queue_entries_pkey" PRIMARY KEY("workspace_id","execution_id")
);
--> statement-breakpoint
CREATE TABLE "label_sets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "label_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" uuid NOT NULL,
	"labels" text[] NOT NULL,
	"anchor" text NOT NULL,
	CONSTRAINT "label_sets_labels" UNIQUE("workspace_id","labels"),
	CONSTRAINT "label_sets_anchor_is_member" CHECK ("label_sets"."anchor" = any("label_sets"."labels"))
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"workspace_id" uuid NOT NULL,
	"execution_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"fence" bigint NOT NULL,
	"request_id" uuid NOT NULL,
	"provisioner_id" uuid,
	"provider_runner_id" text,
	"label_set_id" bigint NOT NULL,
	"priority" smallint NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"seq" bigint NOT NULL,
	"starts" smallint NOT NULL,
	"runner_labels" text[] NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"first_heartbeat_at" timestamp with time zone,
	"last_heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cancellation_requested_at" timestamp with time zone,
	CONSTRAINT "leases_pkey" PRIMARY KEY("workspace_id","execution_id"),
	CONSTRAINT "leases_provider_link" CHECK (("leases"."provisioner_id" is null) = ("leases"."provider_runner_id" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"operator" text NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"workspace_id" uuid,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"reason" text NOT NULL,
	"result" jsonb,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "control_plane_pulse" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"postmaster_started_at" timestamp with time zone NOT NULL,
	"amnesty_until" timestamp with time zone,
	"window_started_at" timestamp with time zone NOT NULL,
	"amnesty_seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "control_plane_pulse_single" CHECK ("control_plane_pulse"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "maintenance_loops" (
	"name" text PRIMARY KEY NOT NULL,
	"interval_seconds" double precision NOT NULL,
	"last_started_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"last_error" text,
	"last_error_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provisioners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scope" "provisioner_scope" NOT NULL,
	"workspace_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "provisioners_scope" CHECK (("provisioners"."scope" = 'workspace') = ("provisioners"."workspace_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "runner_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" "session_kind" NOT NULL,
	"credential_id" uuid NOT NULL,
	"provisioner_id" uuid,
	"provider_runner_id" text,
	"runner_instance_id" uuid,
	"name" text,
	"labels" text[] NOT NULL,
	"tool_capabilities" jsonb,
	"capabilities_reported_at" timestamp with time zone,
	"max_claims" integer,
	"claims_used" integer DEFAULT 0 NOT NULL,
	"max_concurrent" integer,
	"leases_open" integer DEFAULT 0 NOT NULL,
	"last_request_id" uuid,
	"revoked_at" timestamp with time zone,
	"draining_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runner_sessions_claims" CHECK ("runner_sessions"."claims_used" >= 0 and case "runner_sessions"."kind" when 'manual' then "runner_sessions"."max_claims" is null
          else "runner_sessions"."max_claims" is not null and "runner_sessions"."max_claims" > 0 and "runner_sessions"."claims_used" <= "runner_sessions"."max_claims" end),
	CONSTRAINT "runner_sessions_concurrency" CHECK ("runner_sessions"."leases_open" >= 0 and ("runner_sessions"."max_concurrent" is null or ("runner_sessions"."max_concurrent" > 0 and "runner_sessions"."leases_open" <= "runner_sessions"."max_concurrent"))),
	CONSTRAINT "runner_sessions_link" CHECK (case "runner_sessions"."kind"
          when 'manual' then "runner_sessions"."provisioner_id" is null and "runner_sessions"."provider_runner_id" is null and "runner_sessions"."runner_instance_id" is null
          when 'ephemeral' then "runner_sessions"."provisioner_id" is not null and "runner_sessions"."provider_runner_id" is not null and "runner_sessions"."runner_instance_id" is null
          else "runner_sessions"."provisioner_id" is not null and "runner_sessions"."provider_runner_id" is not null and "runner_sessions"."runner_instance_id" is not null end),
	CONSTRAINT "runner_sessions_capabilities" CHECK (("runner_sessions"."tool_capabilities" is null) = ("runner_sessions"."capabilities_reported_at" is null)),
	CONSTRAINT "runner_sessions_labels" CHECK (cardinality("runner_sessions"."labels") > 0)
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" "workspace_status" DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_provisioner_id_provisioners_id_fk" FOREIGN KEY ("provisioner_id") REFERENCES "public"."provisioners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_entries" ADD CONSTRAINT "queue_entries_execution" FOREIGN KEY ("workspace_id","execution_id") REFERENCES "public"."job_executions"("workspace_id","execution_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioners" ADD CONSTRAINT "provisioners_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runner_sessions" ADD CONSTRAINT "runner_sessions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runner_sessions" ADD CONSTRAINT "runner_sessions_provisioner_id_provisioners_id_fk" FOREIGN KEY ("provisioner_id") REFERENCES "public"."provisioners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_kind" ON "credentials" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("workspace_id","subject","id");--> statement-breakpoint
CREATE INDEX "job_executions_recorded" ON "job_executions" USING btree ("recorded_at" DESC NULLS LAST,"execution_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "job_executions_workspace_recorded" ON "job_executions" USING btree ("workspace_id","recorded_at" DESC NULLS LAST,"execution_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "job_executions_finished_at" ON "job_executions" USING btree ("finished_at") WHERE "job_executions"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "job_executions_job" ON "job_executions" USING btree ("workspace_id","job_id");--> statement-breakpoint
CREATE INDEX "job_executions_run" ON "job_executions" USING btree ("workspace_id","workflow_run_id");--> statement-breakpoint
CREATE INDEX "queue_entries_head" ON "queue_entries" USING btree ("label_set_id","priority" DESC NULLS LAST,"queued_at","seq");--> statement-breakpoint
CREATE INDEX "queue_entries_oldest" ON "queue_entries" USING btree ("workspace_id","queued_at");--> statement-breakpoint
CREATE INDEX "label_sets_anchor" ON "label_sets" USING btree ("workspace_id","anchor");--> statement-breakpoint
CREATE INDEX "leases_session" ON "leases" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_key" ON "audit_entries" USING btree ("credential_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "audit_entries_recorded" ON "audit_entries" USING btree ("recorded_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "provisioners_name" ON "provisioners" USING btree (coalesce("workspace_id", '00000000-0000-0000-0000-000000000000'),"name");--> statement-breakpoint
CREATE INDEX "runner_sessions_retention" ON "runner_sessions" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "runner_sessions_workspace" ON "runner_sessions" USING btree ("workspace_id","created_at");