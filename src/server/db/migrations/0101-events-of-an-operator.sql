CREATE INDEX event__operator_id__idx ON public.event USING btree (tenant_id, operator_id, recorded_at, id);
