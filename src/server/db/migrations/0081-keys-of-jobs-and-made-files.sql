alter table "export_job" add column "api_key_id" uuid;
alter table "report_run" add column "api_key_id" uuid;
CREATE INDEX report_file__file_sha256__idx ON public.report_file USING btree (tenant_id, file_sha256, made_at);
CREATE INDEX report_file__made_by__idx ON public.report_file USING btree (tenant_id, made_by, report, made_at);
alter table "export_job" add constraint "export_job__api_key_id__fkey" FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_key(tenant_id, id);
alter table "report_run" add constraint "report_run__api_key_id__fkey" FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_key(tenant_id, id);
