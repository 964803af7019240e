CREATE INDEX file__sha256__idx ON public.file USING btree (tenant_id, sha256);
