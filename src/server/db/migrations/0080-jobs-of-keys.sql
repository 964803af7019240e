alter table "export_job" add column "api_key_id" uuid;
alter table "report_run" add column "api_key_id" uuid;
alter table "export_job" add constraint "export_job__api_key_id__fkey" FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_key(tenant_id, id);
alter table "report_run" add constraint "report_run__api_key_id__fkey" FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_key(tenant_id, id);
