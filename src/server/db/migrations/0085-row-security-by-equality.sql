-- Row security by a plain '=': the planner puts it together with the statement's own tenant (docs/decisions/0131).
do $$ declare name text; begin
  for name in select tablename from pg_policies where schemaname = 'public' and policyname = 'tenant' order by tablename loop
    execute format('alter policy tenant on public.%I using (tenant_id = app.current_tenant())', name);
  end loop;
end $$;
