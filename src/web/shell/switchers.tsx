// Operator and season: the two choices that scope everything on the page.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { worksAcross } from '#domain/access.ts'
import { useOptions } from '#web/api/queries.ts'
import { useSeason } from '#web/engine/season.ts'
import { ExpandMoreOutlined as ExpandMore } from '#web/icons/expand-more-outlined.ts'
import { GrassOutlined as Leaf } from '#web/icons/grass-outlined.ts'
import { PeopleAltOutlined as People } from '#web/icons/people-alt-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAccess } from '#web/session/use-access.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'

type Choice = { id: string; label: string; note?: string }

export function OperatorSwitcher() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { operator, entity, id } = useParams({ strict: false }) as { operator?: string; entity?: string; id?: string }
  const { pathname } = useLocation()
  const access = useAccess()
  const operators = access?.operators ?? []
  const choices: Choice[] = [
    ...(worksAcross(access?.roles ?? []) ? [{ id: '-', label: t('All operators') }] : []),
    ...operators.map(({ code, name }) => ({ id: code, label: name, note: code })),
  ]
  const now = operators.find(({ id, code }) => code === operator || id === operator)?.name ?? (operator === '-' ? t('All operators') : (operator ?? ''))
  // A list or a dashboard stays the same under another operator; a record belongs to one, so leave it.
  const choose = (next: string) =>
    void (entity
      ? navigate({ to: '/private/farmbook/$operator/$entity/list', params: { operator: next, entity } })
      : id
        ? navigate({ to: '/private/farmbook/$operator/dashboard', params: { operator: next } })
        : navigate({ to: `/private/farmbook/${encodeURIComponent(next)}/${pathname.split('/').slice(4).join('/')}` }))
  return <Switcher icon={People} label={t('Operator')} now={now} choices={choices} chosen={operator} onChoose={choose} />
}

export function SeasonSwitcher() {
  const { t } = useTranslation()
  const season = useSeason()
  const { data } = useOptions('season', { sort: '-startDate' }, { limit: 50 })
  const choices: Choice[] = [
    ...(data?.items ?? []).map((row) => ({ id: row.id, label: row.title, ...(row.status === 'CLOSED' ? { note: t('Closed') } : {}) })),
    { id: '', label: t('All seasons') },
  ]
  return (
    <Switcher
      icon={Leaf}
      label={t('Season')}
      now={season.title ?? (season.id || !season.isReady ? '…' : t('All seasons'))}
      choices={choices}
      chosen={season.id ?? ''}
      onChoose={(id) => season.choose(id || null)}
    />
  )
}

type SwitcherProps = {
  icon: ComponentType<SvgIconProps>
  label: string
  now: string
  choices: readonly Choice[]
  chosen: string | undefined
  onChoose: (id: string) => void
}
function Switcher({ icon: Icon, label, now, choices, chosen, onChoose }: SwitcherProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const fixed = choices.length < 2
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        disabled={fixed}
        aria-haspopup="menu"
        aria-label={`${label}: ${now}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<Icon sx={{ color: 'text.secondary' }} />}
        endIcon={fixed ? null : <ExpandMore sx={{ color: 'text.secondary' }} />}
        sx={{
          maxWidth: { xs: 'none', md: 260 },
          minWidth: 0,
          minHeight: 36,
          '&.Mui-disabled': { color: 'text.primary', borderColor: { xs: 'transparent', md: 'divider' } },
        }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {now}
        </Box>
      </Button>
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ paper: { sx: { minWidth: 220, maxHeight: 420 } } }}>
        {choices.map(({ id, label: word, note }) => (
          <MenuItem
            key={id}
            selected={id === chosen}
            onClick={() => {
              setAnchor(null)
              onChoose(id)
            }}
            sx={{ gap: 2 }}
          >
            {word}
            {note ? (
              <Box component="span" sx={{ ml: 'auto', fontSize: 12.5, color: 'text.secondary' }}>
                {note}
              </Box>
            ) : null}
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  )
}
