CREATE INDEX landparcel__leased__idx ON public.landparcel USING btree (tenant_id, id) WHERE ((tenure = ANY (ARRAY['LEASED'::text, 'SHARECROP'::text])) AND (deleted_at IS NULL));
