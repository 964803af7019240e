alter table "file" drop constraint "file__media_type__check";
alter table "report_run" drop constraint "report_run__format__check";
alter table "report_schedule" drop constraint "report_schedule__format__check";
alter table "file" add constraint "file__media_type__check" CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text, 'text/csv'::text, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'::text, 'application/vnd.google-earth.kml+xml'::text, 'application/zip'::text])));
alter table "report_run" add constraint "report_run__format__check" CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text, 'csv'::text, 'json'::text, 'geojson'::text, 'zip'::text])));
alter table "report_schedule" add constraint "report_schedule__format__check" CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text, 'csv'::text, 'json'::text, 'geojson'::text, 'zip'::text])));
