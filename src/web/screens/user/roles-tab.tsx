// What somebody may do, role by role: the sentence of the role, and its access scope.

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type RoleGrant, roles } from '#domain/access.ts'
import { roleScope, type ScopeName } from '#domain/people/role-scope.ts'
import { roleSentences } from '#domain/people/role-words.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { EditOutlined as Edit } from '#web/icons/edit-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'

export function RolesTab({ record: person }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const grants = (person.roles as RoleGrant[] | null) ?? []
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 860 }}>
      {grants.map((grant, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a role may be given twice, with another access scope
        <Panel key={at} title={t(roles[grant.role])}>
          <Typography color="textSecondary">{t(roleSentences[grant.role])}</Typography>
          <ScopeOfGrant grant={grant} refs={person.refs} />
        </Panel>
      ))}
      {person.may.includes('edit') ? (
        <Box>
          <LinkButton
            to="/private/farmbook/$operator/$entity/$id/edit"
            params={{ operator, entity: 'user', id: person.id }}
            variant="outlined"
            color="inherit"
            startIcon={<Edit />}
          >
            {t('Change roles')}
          </LinkButton>
        </Box>
      ) : null}
    </Box>
  )
}

/** The same in a few lines, for the side of the first tab. */
export function GrantedRoles({ person }: { person: PanelProps['record'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const grants = (person.roles as RoleGrant[] | null) ?? []
  const properties = grants.map((grant, at) => {
    const places = [...(grant.operatorIds ?? []), ...(grant.processorIds ?? []), ...(grant.certificationBodyIds ?? [])].flatMap(
      (id) => person.refs?.[id]?.title ?? [],
    )
    return {
      key: String(at),
      label: t(roles[grant.role]),
      wide: true,
      value: format.list([...places, ...(grant.villages ?? [])]) || (grant.role === 'ADMIN' ? t('the whole programme') : t('none named yet')),
    }
  })
  return (
    <Panel title={t('Roles')}>
      <PropertyList properties={properties} />
    </Panel>
  )
}

function ScopeOfGrant({ grant, refs }: { grant: RoleGrant; refs: PanelProps['record']['refs'] }) {
  const { t } = useTranslation()
  const links = (ids: readonly string[] | undefined) =>
    ids?.length ? (
      <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5 }}>
        {ids.map((id) => (
          <RefLink key={id} id={id} refs={refs} />
        ))}
      </Box>
    ) : (
      t('none named yet')
    )
  const parts = {
    operatorIds: { label: t('Operators'), value: links(grant.operatorIds) },
    processorIds: { label: t('Processors'), value: links(grant.processorIds) },
    certificationBodyIds: { label: t('Certification bodies'), value: links(grant.certificationBodyIds) },
    villages: { label: t('Villages'), value: grant.villages?.length ? grant.villages.join(', ') : t('All') },
  } as const
  const names = Object.keys(roleScope[grant.role]) as ScopeName[]
  if (names.length === 0) return null
  return (
    <Box sx={{ mt: 1.5 }}>
      <PropertyList properties={names.map((name) => ({ key: name, ...parts[name] }))} />
    </Box>
  )
}
