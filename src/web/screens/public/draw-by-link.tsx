// The boundary of one plot, drawn by whoever has the link to it, without an account: what is sent in waits to be looked at.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type Bbox, widened } from '#domain/geo/area.ts'
import type { DrawnReceipt, LinkedPlot } from '#domain/land/boundary-link.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { BoundaryWorkspace } from '#web/map/boundary/boundary-workspace.tsx'
import type { Neighbour } from '#web/map/boundary/checks.ts'
import { useBoundary } from '#web/map/boundary/use-boundary.ts'
import { boundsOf } from '#web/map/bounds.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

const path = '/api/public/boundary-link'

export function DrawByLink({ token }: { token: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery<LinkedPlot, ApiProblem>({
    queryKey: ['boundary-link', token],
    queryFn: ({ signal }) => call(path, { signal, query: new URLSearchParams({ token }) }),
    // What is drawn stays as it is, whatever is fetched behind it.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, { status }) => status !== 404 && count < 2,
  })
  if (error && !data)
    return <ErrorState isPage title={t('This link opens no plot')} reason={t(error)} {...(error.status === 404 ? {} : { retry: () => void refetch() })} />
  if (!data) return <PageLoader />
  return <Drawing token={token} plot={data} />
}

function Drawing({ token, plot }: { token: string; plot: LinkedPlot }) {
  const { t } = useTranslation()
  const format = useFormat()
  const neighbours = useMemo(
    () => plot.neighbours.map((polygon, at): Neighbour => ({ id: String(at), title: t('A neighbouring plot'), polygon: polygon as Neighbour['polygon'] })),
    [plot, t],
  )
  const around = useMemo((): Bbox | null => {
    const shapes = plot.boundary ? [plot.boundary] : plot.neighbours
    const box = boundsOf(shapes as Neighbour['polygon'][])
    return box ? widened(box, 100) : (plot.around as Bbox | null)
  }, [plot])
  const session = useBoundary({ polygon: plot.boundary as Neighbour['polygon'] | null, neighbours })
  const { polygon, areaHa, flaw, blockedBy, accuracy } = session.checks
  const measured = polygon && flaw?.at === undefined ? polygon : null
  const [left, setLeft] = useState(plot.left)
  // One drawing has one id: sending it again is the same, drawing on makes another.
  const [sent, setSent] = useState<{ id: string; of: string } | null>(null)
  const drawing = JSON.stringify(polygon)
  const send = useMutation<DrawnReceipt, ApiProblem, string>({
    mutationFn: (id) =>
      call(path, {
        method: 'POST',
        body: {
          token,
          id,
          boundary: polygon,
          boundaryMethod: session.sketch.method ?? 'DESKTOP_DRAW',
          gpsAccuracyM: accuracy?.medianM ?? null,
          mappedAt: format.today(),
        },
      }),
    onSuccess: (receipt) => setLeft(receipt.left),
  })
  const isSent = send.isSuccess && sent?.of === drawing
  const submit = () => {
    const id = sent?.of === drawing ? sent.id : crypto.randomUUID()
    setSent({ id, of: drawing })
    send.mutate(id)
  }
  const blocker = useBlocker({
    shouldBlockFn: () => session.isDirty && !isSent,
    withResolver: true,
    enableBeforeUnload: () => session.isDirty && !isSent,
  })
  const mayNot = left <= 0 || isSent || !session.isDirty || blockedBy.some((why) => why !== 'overlap')
  return (
    <>
      <PageHeader
        title={plot.mode === 'EDIT' ? t('Correct the boundary') : t('Map the boundary')}
        note={[plot.initials, plot.village, t('Plot {{no}}', { no: plot.parcelNo })].filter(Boolean).join(' · ')}
        actions={
          <Button variant="contained" disabled={mayNot} loading={send.isPending} onClick={submit} sx={{ minHeight: { xs: 44, sm: 36 } }}>
            {t('Send in')}
          </Button>
        }
      />
      <Box aria-live="polite" sx={{ display: 'grid', gap: 1.5, mb: 1.5 }}>
        {isSent ? <Alert severity="success">{t('Sent in. Somebody of the group looks at it; the plot stays as it is until then.')}</Alert> : null}
        {send.error ? <Refusal problem={send.error} /> : null}
        {left <= 0 && !isSent ? (
          <Alert severity="info">{t('This link was used as often as it may be. Ask whoever gave it to you for another one.')}</Alert>
        ) : null}
        <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {`${t('Area')}: ${measured ? format.ha(areaHa) : '–'} · ${t('may be sent until {{until}}, still {{figure}} times', {
            until: format.fullDate(format.dayOf(plot.until)),
            figure: format.number(left),
          })}`}
        </Typography>
      </Box>
      <BoundaryWorkspace session={session} around={around} />
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
    </>
  )
}
