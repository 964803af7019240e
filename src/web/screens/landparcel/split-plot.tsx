// Dividing a plot: the line is drawn across it with mouse or finger, both parts are coloured with their areas while it is drawn, and each
// gets its name and number (SPLIT). What cannot be is said before it is sent, by the same rules as on the server.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { areaHa, bboxOf, widened } from '#domain/geo/area.ts'
import { dividePolygon } from '#domain/geo/divide.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import type { EventAnswer, RecordAnswer } from '#web/api/answers.ts'
import { authorization } from '#web/api/client.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import { FindingsDialog } from '#web/engine/event/findings-dialog.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import type { EventFormProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { CutLayer, partColours } from '#web/map/boundary/cut-layer.tsx'
import { MapView } from '#web/map/map-view.tsx'
import { usePageTitle } from '#web/tenant/page-title.ts'
import { measures } from '#web/theme/tokens.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { showToast } from '#web/ui/toasts.tsx'

export function SplitPlot({ entity, id }: EventFormProps) {
  const { t } = useTranslation()
  const { data: parcel } = useOne(entity.name, id)
  if (!parcel) return <FormSkeleton />
  const boundary = parcel.boundary as Polygon | null
  if (!boundary) return <EmptyState title={t('This plot has no boundary to divide.')} reason={t('Map it first.')} />
  return <Dividing entity={entity} parcel={parcel} boundary={boundary} />
}

type Part = { name: string; no: string }

function Dividing({ entity, parcel, boundary }: { entity: EventFormProps['entity']; parcel: RecordAnswer; boundary: Polygon }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const send = useRecordEvent(entity.name, parcel.id)
  const [line, setLine] = useState<Position[]>([])
  const [round, setRound] = useState(0)
  const [parts, setParts] = useState<readonly [Part, Part]>([
    { name: `${parcel.title} A`.slice(0, 60), no: `${String(parcel.parcelNo)}/1`.slice(0, 60) },
    { name: `${parcel.title} B`.slice(0, 60), no: `${String(parcel.parcelNo)}/2`.slice(0, 60) },
  ])
  const [reason, setReason] = useState('')
  const [answer, setAnswer] = useState<EventAnswer | null>(null)
  const division = useMemo(() => (line.length > 1 ? dividePolygon(boundary, line) : null), [boundary, line])
  const bounds = useMemo(() => widened(bboxOf(boundary), 40), [boundary])
  usePageTitle(parcel.title)
  const toParcel = () => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: entity.name, id: parcel.id } })
  const save = () =>
    send.mutate(
      {
        eventType: 'SPLIT',
        occurredAt: new Date().toISOString(),
        data: {
          line: line.map(([lon, lat]) => ({ lon: seven(lon), lat: seven(lat) })),
          firstName: parts[0].name.trim(),
          firstNo: parts[0].no.trim(),
          secondName: parts[1].name.trim(),
          secondNo: parts[1].no.trim(),
          reason: reason.trim(),
        },
      },
      {
        onSuccess: (recorded) => {
          if (recorded.findings.length > 0) return setAnswer(recorded)
          showToast({ severity: 'success', message: t('{{name}} is divided.', { name: parcel.title }) })
          toParcel()
        },
      },
    )
  const isReady = division?.parts && parts.every(({ name, no }) => name.trim() && no.trim()) && parts[0].no.trim() !== parts[1].no.trim() && reason.trim()
  const change = (at: 0 | 1, next: Partial<Part>) => setParts(([one, two]) => (at === 0 ? [{ ...one, ...next }, two] : [one, { ...two, ...next }]))
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 352px' },
        mx: { xs: -2, sm: -3 },
        mt: { xs: -2, sm: -3 },
        mb: -3,
      }}
    >
      <Box sx={{ height: { xs: 'min(60vh, 560px)', lg: `calc(100vh - ${measures.topBar}px)` }, position: { lg: 'sticky' }, top: { lg: measures.topBar } }}>
        <MapView label={t('Map for drawing the line')} bounds={bounds} padding={60} headers={authorization}>
          <CutLayer key={round} boundary={boundary} parts={division?.parts ?? null} onLine={setLine} />
        </MapView>
      </Box>
      <Box
        component="aside"
        aria-label={t('The parts')}
        sx={{
          bgcolor: 'background.paper',
          borderLeft: { lg: '1px solid' },
          borderColor: { lg: 'divider' },
          display: 'flex',
          flexDirection: 'column',
          minWidth: 0,
        }}
      >
        <Box sx={{ p: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
          <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 0.5 }}>
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: entity.name, id: parcel.id }}>
              {parcel.title}
            </TextLink>{' '}
            {parcel.code} · {format.ha(areaHa(boundary))}
          </Box>
          <Typography variant="h1">{t('Divide the plot')}</Typography>
        </Box>
        <Box sx={{ p: 2, flex: 1, display: 'grid', gap: 2, alignContent: 'start' }}>
          {send.error ? <Refusal problem={send.error} /> : null}
          <Box role="status" sx={{ fontSize: 13.5, color: division?.flaw ? 'tone.error.ink' : 'text.secondary' }}>
            {division?.flaw ? t(division.flaw) : division ? null : t('Tap outside the plot, along the line, and outside it again; tap the last point twice.')}
          </Box>
          {([0, 1] as const).map((at) => (
            <Box
              key={at}
              component="fieldset"
              sx={{ border: 0, m: 0, p: 0, pl: 1.5, borderLeft: '4px solid', borderColor: partColours[at], display: 'grid', gap: 1 }}
            >
              <Box component="legend" sx={{ p: 0, fontSize: 13, color: 'text.secondary' }}>
                {at === 0 ? t('Part on the left of the line') : t('Part on the right of the line')}
                {division?.parts ? <b>{` ${format.ha(areaHa(division.parts[at]))}`}</b> : null}
              </Box>
              <TextField
                size="small"
                label={t('Name')}
                value={parts[at].name}
                onChange={({ target }) => change(at, { name: target.value })}
                slotProps={{ htmlInput: { maxLength: 60 } }}
              />
              <TextField
                size="small"
                label={t('Plot no.')}
                value={parts[at].no}
                onChange={({ target }) => change(at, { no: target.value })}
                slotProps={{ htmlInput: { maxLength: 60 } }}
              />
            </Box>
          ))}
          <TextField
            size="small"
            label={t('Reason')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            multiline
            minRows={2}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
            {t('Each part becomes a plot with the conversion of the whole; this one is retired. Crops that run must have ended.')}
          </Box>
        </Box>
        <Box
          sx={{
            position: 'sticky',
            bottom: { xs: `calc(${measures.bottomBar}px + env(safe-area-inset-bottom))`, md: 0 },
            zIndex: 3,
            bgcolor: 'background.paper',
            borderTop: '1px solid',
            borderColor: 'divider',
            p: 2,
            display: 'flex',
            gap: 1,
          }}
        >
          <Button variant="contained" fullWidth loading={send.isPending} disabled={!isReady} onClick={save}>
            {t('Divide the plot')}
          </Button>
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => {
              if (line.length === 0) return toParcel()
              setLine([])
              setRound(round + 1)
            }}
          >
            {line.length === 0 ? t('Back') : t('Draw again')}
          </Button>
        </Box>
      </Box>
      <FindingsDialog answer={answer} label={t('Divide the plot')} onClose={toParcel} />
    </Box>
  )
}

const seven = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
