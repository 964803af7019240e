create index event__lot_moved__idx on event (tenant_id, subject_id, occurred_at) where subject_type = 'productbatch' and event_type in ('MOVE', 'RECEIVED');
