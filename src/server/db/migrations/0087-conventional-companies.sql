alter table "processor" add column "is_conventional" boolean;
