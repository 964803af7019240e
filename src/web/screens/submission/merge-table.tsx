// Three states of a record by field: as the phone read it, as it is now, as the phone sent it; and what will be saved. Where both have changed a field
// a person chooses, by keyboard, mouse or thumb; those fields come first.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { Choice, MergedField } from '#domain/kernel/merge.ts'
import type { Refs } from '#web/api/answers.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ComputerOutlined as Office } from '#web/icons/computer-outlined.ts'
import { EditOutlined as Typed } from '#web/icons/edit-outlined.ts'
import { SmartphoneOutlined as Phone } from '#web/icons/smartphone-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { useFormatAnswer } from './format-answer.ts'
import type { ChoiceByField, Merge } from './review.ts'

type Props = {
  merge: Merge
  fields: Fields
  /** Version that the phone had read; null: none. */
  seen: number | null
  refs: Refs
  choices: ChoiceByField
  /** Where what is proposed came from, in words. */
  proposed: string
  /** It was typed here, and came from no phone. */
  isRequest: boolean
  /** Absent: the reader does not decide. */
  onChoose?: (field: string, choice: Choice) => void
}

export function MergeTable({ merge, fields, seen, refs, choices, proposed, isRequest, onChoose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const formatAnswer = useFormatAnswer(refs)
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const rows = [...merge.fields].sort((one, other) => Number(other.isContested) - Number(one.isContested))
  const labelOf = (name: string): string => t(fields[name]?.label ?? name)
  const show = (name: string, value: unknown): string => formatAnswer({ field: fields[name] as Field }, value) || '–'
  const headings = {
    before: seen === null ? null : t('Before, version {{version}}', { version: format.number(seen) }),
    now: t('Now, version {{version}}', { version: format.number(merge.version) }),
    phone: proposed,
  }
  const from: Source = { label: proposed, icon: isRequest ? Typed : Phone }
  const choose = (one: MergedField) => (
    <Chooser
      from={from}
      label={labelOf(one.field)}
      now={show(one.field, one.now)}
      device={show(one.field, one.device)}
      chosen={choices[one.field]}
      {...(onChoose ? { onChoose: (choice: Choice) => onChoose(one.field, choice) } : {})}
    />
  )
  if (isPhone)
    return (
      <Box component="dl" sx={{ m: 0 }}>
        {rows.map((one) => (
          <Box key={one.field} sx={{ px: 2, py: 1.5, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
            <Box component="dt" sx={{ fontSize: 12.5, color: 'text.secondary', mb: 0.5 }}>
              {labelOf(one.field)}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {seen !== null && one.outcome !== 'SAME' ? (
                <Box sx={{ fontSize: 12.5, color: 'text.secondary', mb: 0.5 }}>{`${headings.before}: ${show(one.field, one.base)}`}</Box>
              ) : null}
              {one.isContested ? choose(one) : <Saved one={one} from={from} value={show(one.field, one.value)} />}
            </Box>
          </Box>
        ))}
      </Box>
    )
  return (
    <Table
      size="small"
      aria-label={t('What was captured')}
      sx={{
        tableLayout: 'fixed',
        '& tr:last-of-type > td, & tr:last-of-type > th': { borderBottom: 0 },
        // Five columns: the room is for the words.
        '& td, & th': { px: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
        '& tr > :first-of-type': { pl: 2 },
        '& tr > :last-of-type': { pr: 2 },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: '15%' }}>{t('Field')}</TableCell>
          {headings.before ? <TableCell>{headings.before}</TableCell> : null}
          <TableCell>{headings.now}</TableCell>
          <TableCell>{headings.phone}</TableCell>
          <TableCell sx={{ width: '27%' }}>{t('Will be saved')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((one) => {
          const tone = one.isContested ? 'error' : 'progress'
          return (
            <TableRow key={one.field} sx={{ height: 48 }}>
              <TableCell component="th" scope="row" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                {labelOf(one.field)}
              </TableCell>
              {headings.before ? <TableCell sx={{ color: 'text.secondary' }}>{show(one.field, one.base)}</TableCell> : null}
              <TableCell>
                <Changed tone={one.isContested || one.outcome === 'NOW' || one.outcome === 'BOTH' ? tone : null}>{show(one.field, one.now)}</Changed>
              </TableCell>
              <TableCell>
                <Changed tone={one.isContested || one.outcome === 'DEVICE' || one.outcome === 'BOTH' ? tone : null}>{show(one.field, one.device)}</Changed>
              </TableCell>
              <TableCell>{one.isContested ? choose(one) : <Saved one={one} from={from} value={show(one.field, one.value)} />}</TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}

/** Of what was sent in. */
type Source = { label: string; icon: typeof Phone }

function Changed({ tone, children }: { tone: 'error' | 'progress' | null; children: string }) {
  const { t } = useTranslation()
  if (!tone) return <span>{children}</span>
  return (
    <Box
      component="span"
      title={t('changed')}
      sx={{ display: 'inline-block', px: 1, py: 0.25, borderRadius: '6px', bgcolor: `tone.${tone}.soft`, color: `tone.${tone}.ink`, fontWeight: 600 }}
    >
      {children}
    </Box>
  )
}

/** What a merge leads to by itself, and from where it comes. */
function Saved({ one, value, from }: { one: MergedField; value: string; from: Source }) {
  const { t } = useTranslation()
  if (one.outcome === 'SAME' || one.outcome === 'BOTH')
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('No change')}
        <Box component="span" sx={{ display: { xs: 'inline', md: 'none' }, ml: 1 }}>
          {value}
        </Box>
      </Box>
    )
  const isDevice = one.outcome === 'DEVICE'
  const Icon = isDevice ? from.icon : Office
  return <From icon={<Icon fontSize="small" />} label={isDevice ? from.label : t('As it is now')} value={value} />
}

const From = ({ icon, label, value }: { icon: ReactNode; label: string; value: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'flex-start', gap: 0.75, fontWeight: 600 }}>
    <Box component="span" role="img" aria-label={label} title={label} sx={{ display: 'inline-flex', color: 'ink3' }}>
      {icon}
    </Box>
    <Box component="span" sx={{ minWidth: 0 }}>
      {value}
    </Box>
  </Box>
)

type ChooserProps = { from: Source; label: string; now: string; device: string; chosen: Choice | undefined; onChoose?: (choice: Choice) => void }

function Chooser({ from: source, label, now, device, chosen, onChoose }: ChooserProps) {
  const { t } = useTranslation()
  if (!onChoose) return <ToneText tone="error" label={t('Changed on both sides')} />
  const options: [Choice, string, string, ReactNode][] = [
    ['NOW', now, t('As it is now'), <Office key="now" fontSize="small" />],
    ['DEVICE', device, source.label, <source.icon key="sent" fontSize="small" />],
  ]
  return (
    <Box role="radiogroup" aria-label={label} sx={{ display: 'grid', gap: 0.75 }}>
      {options.map(([choice, value, from, icon]) => {
        const isChosen = chosen === choice
        return (
          <ButtonBase
            key={choice}
            role="radio"
            aria-checked={isChosen}
            aria-label={`${from}: ${value}`}
            onClick={() => onChoose(choice)}
            sx={{
              justifyContent: 'flex-start',
              textAlign: 'left',
              font: 'inherit',
              gap: 1,
              px: 1.25,
              py: 0.75,
              minHeight: { xs: 48, md: 36 },
              borderRadius: '8px',
              border: '1px solid',
              borderColor: isChosen ? 'tone.progress.ink' : 'edge',
              bgcolor: isChosen ? 'tone.progress.soft' : 'background.paper',
              fontWeight: isChosen ? 600 : 400,
              '&:focus-visible': { outline: '2px solid', outlineColor: 'tone.progress.ink' },
            }}
          >
            <Box component="span" aria-hidden sx={{ display: 'inline-flex', color: 'ink3' }}>
              {icon}
            </Box>
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              <Box component="span" sx={{ display: { xs: 'block', md: 'none' }, fontSize: 12.5, fontWeight: 400, color: 'text.secondary' }}>
                {from}
              </Box>
              {value}
            </Box>
          </ButtonBase>
        )
      })}
    </Box>
  )
}
