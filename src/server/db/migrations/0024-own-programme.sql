-- Within a programme its own row of the catalogue is read, and no other's; everybody but the application reads all of it.
drop policy readable on tenant;
create policy readable on tenant for select using (case when current_user = 'farmbook_app' then id = app.current_tenant() else true end);
