CREATE INDEX lot_origin__crop_id__idx ON public.lot_origin USING btree (tenant_id, crop_id);
