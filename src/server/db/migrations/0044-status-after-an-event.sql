-- The status after an event is decided before the event is written: nobody changes it later.
revoke update (status_after) on event from farmbook_app;
