// In which languages a package speaks, and which of its steps lack words in one: beside the package, and while it is written.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { languageOfPackage, languagesOf, type Spoken, type StepTexts, stepIn } from '#domain/kernel/step-texts.ts'
import { isLanguage, languageCodes, languages } from '#domain/messages/languages.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

const nameOf = (code: string): string => (isLanguage(code) ? languages[code].name : code)
type Package = Readonly<Record<string, unknown>>
const textsOf = ({ language, names, planEvents }: Package) => ({
  language: typeof language === 'string' && language ? language : null,
  names: Array.isArray(names) ? (names as { language: string; name: string }[]) : [],
  // In a form a step may have nothing yet.
  planEvents: Array.isArray(planEvents) ? (planEvents as StepTexts[]) : [],
})

/** The steps of a package with the name, the instruction and the recording that their reader gets. */
export const stepsIn = <S extends { code: string; name: string }>(reader: string, steps: readonly S[]): (S & { audio: string[] })[] =>
  steps.map((step) => {
    const { audio, ...words } = stepIn(reader, step as S & StepTexts)
    return { ...step, ...words, audio: audio === null ? [] : [audio] }
  })

export function StepLanguages(props: { of: Package }) {
  const { t } = useTranslation()
  const of = textsOf(props.of)
  const own = languageOfPackage(of)
  const spoken = languagesOf(of, languageCodes)
  const silent = languageCodes.filter((code) => code !== own && !spoken.some(({ language }) => language === code))
  return (
    <Box sx={{ display: 'grid', gap: 1.25 }}>
      <Line name={nameOf(own)} chip={<StatusChip tone="success" label={t('written in it')} />} />
      {spoken
        .filter(({ language }) => language !== own)
        .map((one) => (
          <Line key={one.language} name={nameOf(one.language)} chip={<Complete of={one} />} note={<Missing of={one} />} />
        ))}
      {silent.length > 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t('Not in: {{languages}}. Its readers get the words of the package itself.', { languages: silent.map(nameOf).join(', ') })}
        </Typography>
      ) : null}
    </Box>
  )
}

function Line({ name, chip, note }: { name: string; chip: React.ReactNode; note?: React.ReactNode }) {
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Box component="span" className="language-name" sx={{ fontWeight: 500 }}>
          {name}
        </Box>
        {chip}
      </Box>
      {note}
    </Box>
  )
}

function Complete({ of: { withoutName, withoutInstruction } }: { of: Spoken }) {
  const { t } = useTranslation()
  const lacking = new Set([...withoutName, ...withoutInstruction]).size
  return lacking === 0 ? (
    <StatusChip tone="success" label={t('complete')} />
  ) : (
    <StatusChip tone="pending" label={t('Words missing: {{number}}', { number: lacking })} />
  )
}

function Missing({ of: { withoutName, withoutInstruction } }: { of: Spoken }) {
  const { t } = useTranslation()
  const lines = [
    withoutName.length > 0 ? t('No name: {{steps}}', { steps: shown(withoutName) }) : '',
    withoutInstruction.length > 0 ? t('No instruction: {{steps}}', { steps: shown(withoutInstruction) }) : '',
  ].filter(Boolean)
  return lines.map((line) => (
    <Typography key={line} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {line}
    </Typography>
  ))
}
/** Beyond so many the number in the chip says enough. */
const mostNamed = 8
const shown = (codes: readonly string[]): string => codes.slice(0, mostNamed).join(', ') + (codes.length > mostNamed ? ' …' : '')
