-- What the product itself found, with the values of its sentence, for each reader's language. Of those that were there it is the first of their reasons.
alter table "nonconformity" add column "description_words" text;
update nonconformity set description_words = reasons->0->>'words' where reasons->0->>'message' = description;
