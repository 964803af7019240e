// Mapping a plot's boundary, map first: the whole screen is ground, the panel beside it says what the rules say as the
// corner is dragged. Saving keeps the old boundary as a version (BOUNDARY_CAPTURED).

import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { EventAnswer, RecordAnswer } from '#web/api/answers.ts'
import { authorization } from '#web/api/client.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import { FindingsDialog } from '#web/engine/event/findings-dialog.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import type { EventFormProps } from '#web/engine/slots.ts'
import { ExpandMoreOutlined as ExpandIcon } from '#web/icons/expand-more-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { BoundaryChecks } from '#web/map/boundary/boundary-checks.tsx'
import { BoundaryEditor } from '#web/map/boundary/boundary-editor.tsx'
import { CornerTable } from '#web/map/boundary/corner-table.tsx'
import { accuraciesAlong } from '#web/map/boundary/sketch.ts'
import { useBoundary } from '#web/map/boundary/use-boundary.ts'
import { usePageTitle } from '#web/tenant/page-title.ts'
import { measures } from '#web/theme/tokens.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useNeighbours, usePlaceToLook } from './drawing-ground.ts'

export function MapBoundary({ entity, id }: EventFormProps) {
  const { data: parcel } = useOne(entity.name, id)
  return parcel ? <Mapping entity={entity} parcel={parcel} /> : <FormSkeleton />
}

function Mapping({ entity, parcel }: { entity: EventFormProps['entity']; parcel: RecordAnswer }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const navigate = useNavigate()
  const send = useRecordEvent(entity.name, parcel.id)
  const { neighbours, onView } = useNeighbours(parcel.id)
  const around = usePlaceToLook(parcel.farmerId as string)
  const declaredHa = Number(parcel.declaredAreaHa)
  const session = useBoundary({ polygon: (parcel.boundary as Polygon | null) ?? null, neighbours, declaredHa })
  const [notes, setNotes] = useState('')
  const [answer, setAnswer] = useState<EventAnswer | null>(null)
  const isDone = useRef(false)
  usePageTitle(parcel.title)
  const blocker = useBlocker({
    shouldBlockFn: () => session.isDirty && !isDone.current,
    withResolver: true,
    enableBeforeUnload: () => session.isDirty && !isDone.current,
  })
  const toParcel = () => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: entity.name, id: parcel.id } })
  const { checks } = session
  const save = () => {
    if (!checks.polygon) return
    const vertexAccuracyM = accuraciesAlong(session.sketch.corners, checks.polygon)
    send.mutate(
      {
        eventType: 'BOUNDARY_CAPTURED',
        occurredAt: new Date().toISOString(),
        data: {
          boundary: checks.polygon,
          method: session.sketch.method ?? 'DESKTOP_DRAW',
          ...(checks.accuracy ? { gpsAccuracyM: checks.accuracy.medianM } : {}),
          ...(vertexAccuracyM ? { vertexAccuracyM } : {}),
        },
        ...(notes.trim() ? { notes: notes.trim() } : {}),
      },
      {
        onSuccess: (recorded) => {
          isDone.current = true
          if (recorded.findings.length > 0) return setAnswer(recorded)
          showToast({ severity: 'success', message: t('The boundary of {{name}} is saved.', { name: parcel.title }) })
          toParcel()
        },
      },
    )
  }
  const blocked = checks.blockedBy.length > 0 || !session.isDirty
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
      <Box sx={{ height: { xs: 'min(68vh, 600px)', lg: `calc(100vh - ${measures.topBar}px)` }, position: { lg: 'sticky' }, top: { lg: measures.topBar } }}>
        <BoundaryEditor session={session} around={around} onView={onView} headers={authorization} />
      </Box>
      <Box
        component="aside"
        aria-label={t('What the rules say')}
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
            <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: entity.name }}>
              {t(entity.plural)}
            </TextLink>
            {' / '}
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: entity.name, id: parcel.id }}>
              {parcel.title}
            </TextLink>
          </Box>
          <Typography variant="h1">
            {parcel.title}{' '}
            <Box component="span" sx={{ fontSize: 14, fontWeight: 400, color: 'text.secondary' }}>
              {parcel.code}
            </Box>
          </Typography>
          <Box sx={{ mt: 1 }}>
            <StatusChip
              tone="progress"
              label={parcel.boundary ? t('Editing version {{version}}', { version: Number(parcel.boundaryVersion ?? 0) + 1 }) : t('First boundary')}
            />
          </Box>
        </Box>
        <Box sx={{ p: 2, flex: 1 }}>
          {send.error ? <Refusal problem={send.error} /> : null}
          <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
            {t('Live checks')}{' '}
            <Box component="span" sx={{ fontSize: 12.5, fontWeight: 400, color: 'text.secondary' }}>
              {t('as you drag')}
            </Box>
          </Typography>
          <BoundaryChecks
            session={session}
            declaredHa={declaredHa}
            onOpenNeighbour={(neighbour) => window.open(`/private/farmbook/${encodeURIComponent(operator)}/landparcel/${neighbour}`, '_blank', 'noopener')}
          />
          <Accordion
            disableGutters
            elevation={0}
            square
            sx={{ mt: 2, borderTop: '1px solid', borderBottom: '1px solid', borderColor: 'divider', mx: -2, '&::before': { display: 'none' } }}
            slotProps={{ transition: { unmountOnExit: true } }}
          >
            <AccordionSummary
              expandIcon={<ExpandIcon />}
              sx={{ fontFamily: 'inherit', fontSize: 14, fontWeight: 500, '& .MuiAccordionSummary-content': { fontFamily: 'fontFamily' } }}
            >
              {t('Corners as latitude and longitude')}
            </AccordionSummary>
            <AccordionDetails sx={{ px: 1 }}>
              <CornerTable corners={session.corners} dispatch={session.dispatch} />
            </AccordionDetails>
          </Accordion>
          <TextField
            label={t('Notes')}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
            multiline
            minRows={2}
            fullWidth
            size="small"
            sx={{ mt: 2 }}
            slotProps={{ htmlInput: { maxLength: 2000 } }}
          />
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
          <Button variant="contained" fullWidth loading={send.isPending} disabled={blocked} onClick={save}>
            {t('Save boundary')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={toParcel}>
            {session.isDirty ? t('Discard') : t('Back')}
          </Button>
        </Box>
      </Box>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        title={t('Leave without saving?')}
        confirm={t('Leave')}
        cancel={t('Stay')}
        dangerous
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        {t('The line you drew is not kept.')}
      </ConfirmDialog>
      <FindingsDialog answer={answer} label={t('Map the boundary')} onClose={toParcel} />
    </Box>
  )
}
