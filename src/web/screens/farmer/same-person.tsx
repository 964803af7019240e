// Two records of one person: both by field and in numbers, before the second person decides (BR-23, BR-24); and on the page of either, where it went.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { can } from '#domain/access.ts'
import { fieldOf } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useCount, useOne } from '#web/api/queries.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'

const compared = ['memberNo', 'firstName', 'lastName', 'localName', 'relationName', 'birthYear', 'phone', 'village', 'totalHoldingHa', 'joinedOn'] as const
const counted = { landparcel: 'Land parcels', crop: 'Crops', inspection: 'Inspections', nonconformity: 'Non-conformities' } as const
type Counted = keyof typeof counted
const isCounted = (name: string): name is Counted => Object.hasOwn(counted, name)
const columns = 'minmax(76px, 0.7fr) minmax(0, 1fr) minmax(0, 1fr)'

export function MergeComparison({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const user = useUser()
  const { data: survivor } = useOne('farmer', typeof record.survivorId === 'string' ? record.survivorId : undefined)
  if (!survivor) return null
  return (
    <Box sx={{ mb: 1.5, maxWidth: 720 }}>
      <Panel title={t('Compare the two records')} note={t('The record that stays keeps its own values; the plots of this one change to it.')}>
        <Box role="table" sx={{ display: 'grid', rowGap: 0.75, overflowWrap: 'anywhere' }}>
          <Line head label="" own={t('This record')} other={t('Record that stays')} />
          {compared.map((name) => (
            <Line
              key={name}
              label={t(fieldOf(entity, name).label)}
              own={<ShowValue field={fieldOf(entity, name)} value={record[name]} compact />}
              other={<ShowValue field={fieldOf(entity, name)} value={survivor[name]} compact />}
              differs={record[name] !== survivor[name]}
            />
          ))}
          {Object.keys(counted)
            .filter(isCounted)
            .filter((name) => can(user, name, 'L'))
            .map((name) => (
              <Line key={name} label={t(counted[name])} own={<Count name={name} id={record.id} />} other={<Count name={name} id={survivor.id} />} />
            ))}
        </Box>
      </Panel>
    </Box>
  )
}

type LineProps = { label: string; own: ReactNode; other: ReactNode; head?: boolean; differs?: boolean }
function Line({ label, own, other, head = false, differs = false }: LineProps) {
  const weight = head || differs ? 600 : 400
  return (
    <Box role="row" sx={{ display: 'grid', gridTemplateColumns: columns, columnGap: 1.5 }}>
      <Box role="rowheader" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box role="cell" sx={{ fontWeight: weight }}>
        {own}
      </Box>
      <Box role="cell" sx={{ fontWeight: weight }}>
        {other}
      </Box>
    </Box>
  )
}

function Count({ name, id }: { name: Counted; id: string }) {
  const format = useFormat()
  const { data } = useCount(name, { filters: { farmerId: [id] } })
  return <>{data === undefined ? '…' : format.number(data)}</>
}

/** Where a merged record goes on; and what was merged into this one. */
export function SamePersonNotice({ farmer: record }: { farmer: RecordAnswer }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const into = typeof record.mergedIntoId === 'string' ? record.mergedIntoId : null
  if (into)
    return (
      <Alert severity="info">
        {t('Merged into the record of the same person. What comes since is recorded there:')}{' '}
        <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'farmer', id: into }}>
          {record.refs?.[into]?.title ?? t('Record that stays')}
        </TextLink>
      </Alert>
    )
  if (!record.aliases) return null
  return <Alert severity="info">{`${t('Also registered as')}: ${String(record.aliases)}`}</Alert>
}
