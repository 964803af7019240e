CREATE INDEX event__input_distributed__idx ON public.event USING btree (tenant_id, operator_id) WHERE (event_type = 'INPUT_DISTRIBUTED'::text);
