create index event__facility_edited__idx on event (tenant_id, subject_id, occurred_at) where subject_type = 'processingsystem' and event_type = 'EDITED';
