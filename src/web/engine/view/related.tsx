// What refers to a record (a farmer's parcels, a parcel's crops): how many, and the way to each list.

import Box from '@mui/material/Box'
import { can } from '#domain/access.ts'
import { seasonField } from '#domain/cropping/season-summary.ts'
import { entities } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type Field, refersToOne } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import { useCount } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { ChevronRightOutlined as ChevronRight } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkIconButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { everySeason } from '../list/list-state.ts'
import { createLink, listAddress } from '../list-address.ts'

type Relation = { entity: AnyEntity; name: string; field: Field }

/** Every entity that points at this one, with the field it does so by. */
export const relationsOf = (target: AnyEntity): Relation[] =>
  entities.flatMap((entity) =>
    Object.entries(entity.fields as Record<string, Field>)
      .filter(([, field]) => refersToOne(field, target.name))
      .map(([name, field]) => ({ entity, name, field })),
  )

export function Related({ entity, id }: { entity: AnyEntity; id: string }) {
  const { t } = useTranslation()
  const user = useUser()
  const relations = relationsOf(entity).filter((relation) => can(user, relation.entity.name, 'L'))
  if (relations.length === 0) return null
  return (
    <Panel title={t('Connected')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {relations.map((relation) => (
          <Line
            key={`${relation.entity.name}.${relation.name}`}
            relation={relation}
            id={id}
            several={relations.filter((other) => other.entity === relation.entity).length > 1}
          />
        ))}
      </Box>
    </Panel>
  )
}

function Line({ relation: { entity, name, field }, id, several }: { relation: Relation; id: string; several: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const user = useUser()
  const { data: count } = useCount(entity.name, { filters: { [name]: [id] } })
  const season = seasonField(entity)
  const plural = several ? `${t(entity.plural)} · ${t(field.label)}` : t(entity.plural)
  const search = { [`filter[${name}]`]: id, ...(season && season !== name ? { [`filter[${season}]`]: everySeason } : {}) }
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 2,
        minHeight: 44,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <TextLink
        to={listAddress(operator, entity.name)}
        search={search}
        sx={{ color: 'text.primary', flex: 1, py: 1, display: 'flex', alignItems: 'center', gap: 1 }}
      >
        {plural}
        <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
          {count === undefined ? '' : format.number(count)}
        </Box>
        <ChevronRight aria-hidden sx={{ color: 'ink3' }} />
      </TextLink>
      {!entity.readOnly && field.by === 'person' && can(user, entity.name, 'C') ? (
        <LinkIconButton {...createLink(operator, entity.name, { name, id })} size="small" aria-label={t('New {{thing}}', { thing: t(entity.label) })}>
          <Add />
        </LinkIconButton>
      ) : (
        // Figures and arrows stand under one another whether or not something can be added.
        <Box aria-hidden sx={{ width: 28, flexShrink: 0 }} />
      )}
    </Box>
  )
}
