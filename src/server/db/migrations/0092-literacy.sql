alter table "farmer" add column "literacy" text;
alter table "farmer" add constraint "farmer__literacy__check" CHECK ((literacy = ANY (ARRAY['YES'::text, 'PARTLY'::text, 'NO'::text])));
