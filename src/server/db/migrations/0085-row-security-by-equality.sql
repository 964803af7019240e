-- Row security by a plain '=': the planner puts it together with the statement's own tenant (docs/decisions/0131).
-- Statistics count the largest tenant and take the others for equal: one that is newer than the last analysis would else be taken for one without rows.
do $$ declare name text; begin
  for name in select tablename from pg_policies where schemaname = 'public' and policyname = 'tenant' order by tablename loop
    execute format('alter policy tenant on public.%I using (tenant_id = app.current_tenant())', name);
    execute format('alter table public.%I alter column tenant_id set statistics 1', name);
  end loop;
end $$;
