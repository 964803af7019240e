-- An official number of an animal is of one living animal: one that is dead or was sold has left it to others (AH-07). Files and rules still find
-- animals of any status by it. No row that was there can stand in the way: the indexes before were stricter.
drop index "cow__eu_animal_id";
drop index "cow__pashu_aadhaar";
drop index "cow__rfid";
drop index "goat__eu_animal_id";
drop index "goat__pashu_aadhaar";
drop index "goat__rfid";
drop index "sheep__eu_animal_id";
drop index "sheep__pashu_aadhaar";
drop index "sheep__rfid";
CREATE UNIQUE INDEX cow__eu_animal_id ON public.cow USING btree (tenant_id, eu_animal_id) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX cow__eu_animal_id__idx ON public.cow USING btree (tenant_id, eu_animal_id);
CREATE UNIQUE INDEX cow__pashu_aadhaar ON public.cow USING btree (tenant_id, pashu_aadhaar) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX cow__pashu_aadhaar__idx ON public.cow USING btree (tenant_id, pashu_aadhaar);
CREATE UNIQUE INDEX cow__rfid ON public.cow USING btree (tenant_id, rfid) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX cow__rfid__idx ON public.cow USING btree (tenant_id, rfid);
CREATE UNIQUE INDEX goat__eu_animal_id ON public.goat USING btree (tenant_id, eu_animal_id) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX goat__eu_animal_id__idx ON public.goat USING btree (tenant_id, eu_animal_id);
CREATE UNIQUE INDEX goat__pashu_aadhaar ON public.goat USING btree (tenant_id, pashu_aadhaar) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX goat__pashu_aadhaar__idx ON public.goat USING btree (tenant_id, pashu_aadhaar);
CREATE UNIQUE INDEX goat__rfid ON public.goat USING btree (tenant_id, rfid) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX goat__rfid__idx ON public.goat USING btree (tenant_id, rfid);
CREATE UNIQUE INDEX sheep__eu_animal_id ON public.sheep USING btree (tenant_id, eu_animal_id) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX sheep__eu_animal_id__idx ON public.sheep USING btree (tenant_id, eu_animal_id);
CREATE UNIQUE INDEX sheep__pashu_aadhaar ON public.sheep USING btree (tenant_id, pashu_aadhaar) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX sheep__pashu_aadhaar__idx ON public.sheep USING btree (tenant_id, pashu_aadhaar);
CREATE UNIQUE INDEX sheep__rfid ON public.sheep USING btree (tenant_id, rfid) WHERE ((deleted_at IS NULL) AND (status = 'ALIVE'::text));
CREATE INDEX sheep__rfid__idx ON public.sheep USING btree (tenant_id, rfid);
