// The settings of the programme by their sections, as managers and administrators read them.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { areaUnits } from '#domain/kernel/area-unit.ts'
import { organisationSections } from '#domain/tenancy/organisation.ts'
import { settingFields } from '#domain/tenancy/settings.ts'
import { usePolicy } from '#web/api/approval-policy.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { RuleLines } from './policy-panels.tsx'
import type { Client } from './queries.ts'
import { RetentionPanel } from './retention-panel.tsx'
import { sectionTitles } from './section-titles.ts'
import { beginsLarge } from './ways-field.tsx'

type TabProps = { client: Client }
/** `isFull`: with what only administrators read. */
type FullTabProps = TabProps & { isFull: boolean }

export const ProfileTab = ({ client }: TabProps) => <Section section="profile" client={client} />
export const IntegrationsTab = ({ client }: TabProps) => <Section section="integrations" client={client} />
export const DataProtectionTab = ({ client, isFull }: FullTabProps) => (
  <Panels>
    <Section section="dataProtection" client={client} />
    {isFull ? <RetentionPanel id={client.id} /> : null}
  </Panels>
)

export function ProgrammeTab({ client, isFull }: FullTabProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panels>
      <Panel title={t('How it works')}>
        <PropertyList
          properties={[
            { key: 'areaUnit', label: t(settingFields.areaUnit.label), value: t(areaUnits[client.areaUnit]) },
            ...(client.bighaHa === null
              ? []
              : [{ key: 'bigha', label: t(settingFields.bighaHa.label), value: `${format.number(client.bighaHa, 4)} ${t('ha')}` }]),
            { key: 'timezone', label: t('Time zone'), value: client.timezone },
            { key: 'currency', label: t('Currency'), value: client.currency },
            { key: 'days', label: t(settingFields.invitationDays.label), value: t('{{count}} days', { count: client.invitationDays }) },
            { key: 'devices', label: t(settingFields.deviceDays.label), value: t('{{count}} days', { count: client.deviceDays }) },
            {
              key: 'ways',
              label: t('Ways to sign in'),
              value: (
                <Box component="span" sx={beginsLarge}>
                  {client.providers.map((way) => t(client.ways.find((one) => one.id === way)?.name ?? way)).join(', ') || '–'}
                </Box>
              ),
            },
            {
              key: 'blind',
              label: t(settingFields.blindOverlapCheck.label),
              value: <ShowValue field={settingFields.blindOverlapCheck} value={client.blindOverlapCheck} />,
            },
          ]}
        />
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1.5 }}>
          {t('Time zone and currency are set when the programme is made: the days and amounts of what is recorded go by them.')}
        </Typography>
      </Panel>
      <AutomaticApproval id={client.id} mayEdit={isFull} />
      <Section section="publicPages" client={client} />
      {isFull ? <LimitsPanel id={client.id} /> : null}
    </Panels>
  )
}

/** What is approved without a person, and the way to change it. */
function AutomaticApproval({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data, error, refetch } = usePolicy()
  if (error && !data) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!data) return null
  return (
    <Panel title={t('Automatic approval')}>
      <RuleLines rules={data.rules} />
      <LinkButton
        to="/private/farmbook/$operator/client/$id/$settings"
        params={{ operator, id, settings: 'automatic-approval' }}
        variant="outlined"
        color="inherit"
        sx={{ justifySelf: 'start', mt: 1.5 }}
      >
        {mayEdit ? t('Change the rules') : t('What is left to a person')}
      </LinkButton>
    </Panel>
  )
}

const Panels = ({ children }: { children: ReactNode }) => <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>{children}</Box>

/** What of a section is set. A public page shows what is not switched off, so that its switches are there either way. */
function Section({ section, client }: TabProps & { section: keyof typeof organisationSections }) {
  const { t } = useTranslation()
  const properties = organisationSections[section].flatMap((name) => {
    const [field, value] = [settingFields[name], client[name]]
    const isSet = value !== null && (value !== false || section === 'publicPages') && !(Array.isArray(value) && value.length === 0)
    return isSet
      ? [{ key: name, label: t(field.label), value: <ShowValue field={field} value={value} />, wide: field.kind === 'rows' || field.kind === 'longText' }]
      : []
  })
  return (
    <Panel title={t(sectionTitles[section])}>
      {properties.length ? <PropertyList properties={properties} /> : <Typography color="textSecondary">{t('Nothing is set yet.')}</Typography>}
    </Panel>
  )
}
