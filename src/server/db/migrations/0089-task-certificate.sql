alter table "task" add column "transaction_certificate_id" uuid;
CREATE INDEX task__transaction_certificate_id__idx ON public.task USING btree (tenant_id, transaction_certificate_id);
alter table "task" add constraint "task__transaction_certificate_id__fkey" FOREIGN KEY (tenant_id, transaction_certificate_id) REFERENCES transactioncertificate(tenant_id, id);
