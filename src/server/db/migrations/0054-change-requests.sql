alter table "submission" drop constraint "submission__form_code__check";
alter table "submission" add column "reason" text;
alter table "submission" add constraint "submission__form_code__check" CHECK ((form_code = ANY (ARRAY['FARMER_REG'::text, 'PARCEL_BOUNDARY'::text, 'CROP_EVENT'::text, 'INSPECTION'::text, 'PURCHASE'::text, 'BATCH_EVENT'::text, 'PUBLIC_BOUNDARY'::text, 'GRIEVANCE'::text, 'CHANGE_REQUEST'::text])));
