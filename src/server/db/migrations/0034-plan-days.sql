CREATE INDEX planevent__status__window_end__idx ON public.planevent USING btree (tenant_id, status, window_end);
CREATE INDEX planevent__status__window_start__idx ON public.planevent USING btree (tenant_id, status, window_start);
