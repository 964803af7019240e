alter table "farmerseason" add column "compliance_score" numeric(18,1);
alter table "nonconformity" add column "sanction_season_id" uuid;
CREATE INDEX nonconformity__sanction_season_id__idx ON public.nonconformity USING btree (tenant_id, sanction_season_id);
alter table "nonconformity" add constraint "nonconformity__sanction_season_id__fkey" FOREIGN KEY (tenant_id, sanction_season_id) REFERENCES season(tenant_id, id);
