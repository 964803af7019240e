-- The hash of an event becomes a leaf of salted commitments (format 2). What was hashed before keeps its format and its hash.
alter table event add column hash_format smallint not null default 1, add column salts jsonb;
alter table event alter column hash_format set default 2;
