CREATE INDEX event__stock_counted__idx ON public.event USING btree (tenant_id, subject_id) WHERE (event_type = 'STOCK_COUNTED'::text);
