// Editing the programme's settings: the form, and with it how the programme will look. What is wrong is said at its field
// before anything is sent; what somebody else saved in the meantime is never overwritten.
import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FocusEvent, useMemo, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { can } from '#domain/access.ts'
import { settingFields } from '#domain/tenancy/settings.ts'
import { useOperator } from '#web/api/operator.ts'
import { FormFrame } from '#web/engine/form/form-frame.tsx'
import { asErrors, nestedErrors } from '#web/engine/form/resolver.ts'
import { useDraft } from '#web/engine/form/use-draft.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenantReload } from '#web/tenant/use-tenant.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import type { PreviewedPart } from './brand-preview.tsx'
import { type Followed, LivePreview } from './live-preview.tsx'
import { type Client, clientKey, saveClient, useClient } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { changesOf, formValuesOf, problemsOf, settingsOf } from './settings-values.ts'
import { useSettingsForm } from './use-settings-form.ts'

export function ClientEditPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const operator = useOperator()
  const mayEdit = can(useUser(), 'client', 'E')
  const { data, error, refetch } = useClient(id, mayEdit)
  if (!mayEdit)
    return (
      <>
        <PageHeader title={t('Edit organization details')} />
        <ErrorState
          title={t('Your role does not allow this.')}
          reason={t('Only an administrator changes the programme’s settings.')}
          actions={
            <LinkButton to="/private/farmbook/$operator/client/$id" params={{ operator, id }} variant="contained">
              {t('Organization details')}
            </LinkButton>
          }
        />
      </>
    )
  if (error?.code === 'NOT_FOUND') return <NotFound />
  if (error) return <ErrorState isPage title={t('This could not be loaded')} reason={t(error)} reference={error.requestId} retry={() => void refetch()} />
  // Once filled in, the form stays what the person made of it, whatever is fetched behind it.
  return data ? <Editor key={data.id} loaded={data} /> : <PageLoader />
}

function Editor({ loaded }: { loaded: Client }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [client] = useState(loaded)
  const [followed, setFollowed] = useState<Followed>({ part: 'mission', mission: 0 })
  const queries = useQueryClient()
  const reload = useTenantReload()
  const operator = useOperator()
  const params = { operator, id: client.id }
  const defaultValues = useMemo(() => formValuesOf(client), [client])
  const resolver = useMemo<Resolver<FormValues, unknown, FormValues>>(
    () => (draft, _context, options) => {
      const after = settingsOf(draft)
      const errors = asErrors(problemsOf(changesOf(client, after), after), settingFields, t, format)
      return Object.keys(errors).length > 0 ? { values: {}, errors: nestedErrors(errors, options) } : { values: draft, errors: {} }
    },
    [client, t, format],
  )
  const form = useForm<FormValues, unknown, FormValues>({ defaultValues, resolver, mode: 'onTouched' })
  const draft = useDraft(form, `client:${client.id}`, client.version)
  const { save, frame } = useSettingsForm({ form, fields: settingFields, draft, id: client.id })
  const write = async (values: FormValues) => {
    queries.setQueryData(clientKey(client.id), await saveClient(client.id, client.version, changesOf(client, settingsOf(values))))
    await queries.invalidateQueries({ queryKey: clientKey(client.id) })
    reload()
  }
  /** What is worked on is what is shown: the mission that has the cursor, the header beside its logo. */
  const follow = ({ target }: FocusEvent<HTMLElement>) => {
    const part = target.closest<HTMLElement>('[data-shows]')?.dataset.shows as PreviewedPart | undefined
    const mission = target.closest<HTMLElement>('[data-mission]')?.dataset.mission
    if (part) setFollowed((before) => ({ part, mission: mission === undefined ? before.mission : Number(mission) }))
  }
  return (
    <>
      <PageHeader
        title={t('Edit organization details')}
        breadcrumbs={[
          <TextLink key="client" to="/private/farmbook/$operator/client/$id" params={params}>
            {t('Organization details')}
          </TextLink>,
        ]}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' }, alignItems: 'start' }}>
        <LivePreview control={form.control} ways={client.ways} followed={followed} />
        <Box
          onFocus={follow}
          sx={{ minWidth: 0, gridColumn: { lg: 1 }, gridRow: { lg: 1 }, '& input, & textarea, & button': { scrollMarginTop: { xs: '45dvh', lg: '80px' } } }}
        >
          <FormFrame {...frame} onSubmit={(values) => void save(() => write(values), t('Saved. Everybody sees it with their next page.'))}>
            <SettingsForm client={client} />
          </FormFrame>
        </Box>
      </Box>
    </>
  )
}
