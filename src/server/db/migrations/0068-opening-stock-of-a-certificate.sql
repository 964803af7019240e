CREATE INDEX event__opening_stock__idx ON public.event USING btree (tenant_id, recorded_at) WHERE (event_type = 'OPENING_STOCK'::text);
