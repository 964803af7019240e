// The views above a list: all of them, those that wait for somebody, and those a person saved for himself.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { lazy, Suspense, useState } from 'react'
import { seasonField } from '#domain/cropping/season-summary.ts'
import type { AnyEntity, State } from '#domain/kernel/entity.ts'
import { readListQuery, writeListQuery } from '#web/api/list-query.ts'
import { useCount } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useRemembered } from '#web/ui/device-memory.ts'
import { useFixed, useOwnAddress } from '../here.ts'
import { useSeason } from '../season.ts'
import { useSlots } from '../slots.ts'
import { asFilters, type ListState, narrow } from './list-state.ts'

type View = { name: string; search: Record<string, string>; own?: boolean }

const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }))

/** States that somebody should act on deserve a tab of their own. */
const waiting = (entity: AnyEntity): View[] =>
  Object.entries(entity.states as Record<string, State>)
    .filter(([, { tone }]) => tone === 'pending' || tone === 'error')
    .slice(0, 3)
    .map(([status, { label }]) => ({ name: label, search: { 'filter[status]': status } }))

export function SavedViews({ entity, state }: { entity: AnyEntity; state: ListState }) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const { views: defaultViews } = useSlots(entity.name)
  const heading = useOwnAddress()?.heading
  const fixed = useFixed()
  const [own, setOwn] = useRemembered<View[]>(`views:${heading ?? entity.name}`, [])
  const [isConfirming, setConfirming] = useState(false)
  const views: View[] = [
    { name: t('All'), search: {} },
    ...(defaultViews?.({ userId: user.id, today: format.today() }) ?? ('status' in fixed ? [] : waiting(entity))).map((view) => ({
      ...view,
      name: t(view.name),
    })),
    ...own.map((view) => ({ ...view, own: true })),
  ]
  const now = JSON.stringify(sorted(writeListQuery(state.query)))
  const current = views.findIndex((view) => JSON.stringify(sorted(view.search)) === now)
  const save = (name: string) => {
    setOwn([...own.filter((view) => view.name !== name), { name, search: writeListQuery(state.query) }])
    setConfirming(false)
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', mb: 1.75, borderBottom: '1px solid', borderColor: 'divider' }}>
      <Tabs
        value={current < 0 ? false : current}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t('Views')}
        sx={{ borderBottom: 0, minWidth: 0 }}
        onChange={(_event, at: number) => state.open({ ...views[at]?.search, ...state.shown })}
      >
        {views.map((view, at) => (
          <Tab
            key={`${view.own ? 'own' : 'built-in'}:${view.name}`}
            component="div"
            sx={{ px: at === 0 ? '2px' : 1.5, mr: at === 0 ? 1 : 0 }}
            label={
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                {view.name}
                <ViewCount entity={entity} search={view.search} />
                {view.own && at === current ? (
                  <IconButton
                    size="small"
                    sx={{ p: 0.25, minWidth: 0, minHeight: 0 }}
                    aria-label={t('Forget view {{name}}', { name: view.name })}
                    onClick={(event) => {
                      event.stopPropagation()
                      setOwn(own.filter((one) => one.name !== view.name))
                    }}
                  >
                    <Close sx={{ fontSize: 14 }} />
                  </IconButton>
                ) : null}
              </Box>
            }
          />
        ))}
      </Tabs>
      {current < 0 ? (
        <Button
          variant="text"
          size="small"
          startIcon={<Add />}
          onClick={() => setConfirming(true)}
          sx={{ flexShrink: 0, ml: 1, display: { xs: 'none', sm: 'inline-flex' } }}
        >
          {t('Save view')}
        </Button>
      ) : null}
      {isConfirming ? (
        <Suspense fallback={null}>
          <SaveView onSave={save} onCancel={() => setConfirming(false)} />
        </Suspense>
      ) : null}
    </Box>
  )
}

function ViewCount({ entity, search }: { entity: AnyEntity; search: Record<string, string> }) {
  const format = useFormat()
  const season = useSeason()
  const fixed = useFixed()
  const query = readListQuery(search)
  const { data } = useCount(entity.name, narrow({ ...query, filters: { ...query.filters, ...asFilters(fixed) } }, seasonField(entity), season.id))
  if (data === undefined) return null
  return (
    <Box
      component="span"
      sx={{ minWidth: 22, px: 0.75, borderRadius: '10px', bgcolor: 'brand.soft', color: 'text.secondary', fontSize: 12.5, lineHeight: '19px' }}
    >
      {format.number(data)}
    </Box>
  )
}

const sorted = (search: Record<string, string>) => Object.entries(search).sort(([one], [other]) => one.localeCompare(other))
