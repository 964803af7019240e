-- Languages are added without a migration: the list is in src/domain/messages/languages.ts, and what people choose is checked there.
alter table "user" drop constraint "user__locale__check";
