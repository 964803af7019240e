-- Whom a message is for (domain dictionary 6.2): members by how their crops stand, and by what is open of them. Messages of before ask for neither.
alter table "mobilenotification" add column "stages" text[];
alter table "mobilenotification" add column "flags" text[];
alter table "mobilenotification" add constraint "mobilenotification__stages__check" CHECK ((stages <@ ARRAY['PLANNED'::text, 'SOWN'::text, 'GROWING'::text, 'HARVESTING'::text]));
