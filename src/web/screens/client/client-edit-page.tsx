// Editing the programme's settings: the form, and beside it how the programme will look. What is wrong is said at its field
// before anything is sent; what somebody else saved in the meantime is never overwritten.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { settingsPatch, type TenantSettings, unreadable } from '#domain/tenancy/settings.ts'
import { asApiProblem } from '#web/api/client.ts'
import { useOperator } from '#web/api/operator.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenantReload } from '#web/tenant/use-tenant.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { type Client, clientKey, saveClient, useClient } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

export function ClientEditPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const mayEdit = can(useUser(), 'client', 'E')
  const { data, error, refetch } = useClient(id, mayEdit)
  if (!mayEdit) return <ErrorState title={t('Your role does not allow this.')} reason={t('Only an administrator changes the programme’s settings.')} />
  if (error?.code === 'NOT_FOUND') return <NotFound />
  if (error) return <ErrorState title={t('This could not be loaded')} reason={t(error.message)} reference={error.requestId} retry={() => void refetch()} />
  // Once filled in, the form stays what the person made of it, whatever is fetched behind it.
  return data ? <Editor key={data.id} loaded={data} /> : <PageLoader />
}

function Editor({ loaded }: { loaded: Client }) {
  const { t } = useTranslation()
  const [client] = useState(loaded)
  const [draft, setDraft] = useState<TenantSettings>(client)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const queries = useQueryClient()
  const reload = useTenantReload()
  const navigate = useNavigate()
  const operator = useOperator()
  const params = { operator, id: client.id }

  const save = async () => {
    setRefusal(null)
    const changes = changesOf(client, draft)
    const wrong = problemsOf(changes, draft)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return setRefusal('Some of what was sent cannot be accepted.')
    setBusy(true)
    try {
      queries.setQueryData(clientKey(client.id), await saveClient(client.id, client.version, changes))
      await queries.invalidateQueries({ queryKey: clientKey(client.id) })
      reload()
      showToast({ severity: 'success', message: t('Saved. Everybody sees it with their next page.') })
      await navigate({ to: '/private/farmbook/$operator/client/$id', params })
    } catch (error) {
      const problem = asApiProblem(error)
      setErrors(Object.fromEntries(problem.fields.map(({ path, message }) => [path, message])))
      setRefusal(problem.code === 'STALE_VERSION' ? 'Somebody changed this in the meantime.' : problem.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <PageHeader
        title={t('Edit organization details')}
        trail={[
          <TextLink key="client" to="/private/farmbook/$operator/client/$id" params={params}>
            {t('Organization details')}
          </TextLink>,
        ]}
        actions={
          <>
            <LinkButton to="/private/farmbook/$operator/client/$id" params={params} color="inherit" variant="outlined">
              {t('Cancel')}
            </LinkButton>
            <Button type="submit" variant="contained" disabled={isBusy}>
              {t('Save')}
            </Button>
          </>
        }
      />
      {refusal ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          {t(refusal)}
        </Alert>
      ) : null}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' }, alignItems: 'start' }}>
        <SettingsForm client={client} draft={draft} errors={errors} onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))} />
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 72 }, minWidth: 0 }}>
          <Panel title={t('Preview')}>
            <BrandPreview settings={draft} />
          </Panel>
        </Box>
      </Box>
    </Box>
  )
}

/** Only what is different is sent: two administrators with different work do not undo each other's. */
function changesOf(before: Client, after: TenantSettings): Partial<TenantSettings> {
  const keys = Object.keys(settingsPatch.shape) as (keyof TenantSettings)[]
  return Object.fromEntries(keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [key, after[key]]))
}

function problemsOf(changes: Partial<TenantSettings>, draft: TenantSettings): Record<string, string> {
  try {
    parse(settingsPatch, changes)
  } catch (error) {
    if (error instanceof Problem) return Object.fromEntries((error.details.fields ?? []).map(({ path, message }) => [path, message]))
    throw error
  }
  // The sentence with its figure stands at the field while somebody is still choosing.
  return 'primary' in changes || 'secondary' in changes ? Object.fromEntries(unreadable(draft).map(({ of }) => [of, 'These colours cannot be read.'])) : {}
}
