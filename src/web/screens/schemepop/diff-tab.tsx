// What a version of a scheme's rules says otherwise than another one of the scheme: than the one it was made from, or the one before it, until another is chosen.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useList, useOne } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { rowChanges } from '#web/engine/view/row-changes.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { ReferencePicker } from '#web/fields/reference-picker.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'

/** Beside the rules. */
const compared = ['name', 'cropTypeId', 'popId', 'passScore', 'maxMajor'] as const

export function DiffTab({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>()
  const versions = useList('schemepop', { filters: { schemeId: [String(record.schemeId)] } })
  const before = versions.items
    .filter(({ id, name, versionNo }) => id !== record.id && name === record.name && Number(versionNo) < Number(record.versionNo))
    .sort((one, other) => Number(other.versionNo) - Number(one.versionNo))[0]
  const first = typeof record.basedOnId === 'string' ? record.basedOnId : (before?.id ?? null)
  const baseId = chosen === undefined ? first : chosen
  const base = useOne('schemepop', baseId ?? undefined)
  const isLooking = baseId === null ? versions.isPending && chosen === undefined : base.isPending
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Panel title={t('Compared with')}>
        <Box sx={{ maxWidth: 480 }}>
          <ReferencePicker
            target="schemepop"
            label={t('Version')}
            value={baseId}
            onChange={setChosen}
            filters={{ schemeId: [String(record.schemeId)] }}
            {...(base.data ? { refs: { [base.data.id]: { entity: 'schemepop', title: base.data.title, code: base.data.code } } } : {})}
          />
        </Box>
      </Panel>
      {base.error ? (
        <LoadError problem={base.error} title={t('The other version could not be loaded')} retry={() => void base.refetch()} />
      ) : baseId === null && !isLooking ? (
        <EmptyState title={t('There is no version before this one')} reason={t('Choose another version of the scheme to see what differs.')} />
      ) : base.data ? (
        <Differences fields={entity.fields as Fields} from={base.data} to={record} />
      ) : (
        <Panel>
          <ListSkeleton rows={5} columns={2} />
        </Panel>
      )}
    </Box>
  )
}

function Differences({ fields, from, to }: { fields: Fields; from: RecordAnswer; to: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const refs = { ...from.refs, ...to.refs }
  const speech = { t, format, refs }
  const words = (name: string, value: unknown) => formatValue(fields[name] as Field, value, speech) || t('empty')
  const changed = compared.filter((name) => (from[name] ?? null) !== (to[name] ?? null))
  const isSame = JSON.stringify(from.rules) === JSON.stringify(to.rules)
  const rules = isSame ? [] : rowChanges(fields.rules as Field, from.rules, to.rules, speech)
  if (changed.length === 0 && rules.length === 0)
    return <EmptyState title={t('They say the same')} reason={t('No rule, figure or package differs between the two.')} />
  return (
    <Panel title={t('What differs')} note={t('from {{other}}', { other: from.title })}>
      <Box component="ul" aria-label={t('What differs')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25, overflowWrap: 'anywhere' }}>
        {changed.map((name) => (
          <li key={name}>
            <Change label={t((fields[name] as Field).label)} from={words(name, from[name])} to={words(name, to[name])} />
          </li>
        ))}
        {rules.map(({ key, sentence, columns }) => (
          <li key={key}>
            <Typography component="div" sx={{ fontWeight: 500 }}>
              {sentence}
            </Typography>
            {columns.map(({ name, label, from: was, to: is }) => (
              <Change key={name} label={label} from={was} to={is} />
            ))}
          </li>
        ))}
      </Box>
    </Panel>
  )
}

const Change = ({ label, from, to }: { label: string; from: string; to: string }) => (
  <div>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {label}:{' '}
    </Box>
    <Box component="s" sx={{ color: 'text.secondary' }}>
      {from}
    </Box>{' '}
    → {to}
  </div>
)
