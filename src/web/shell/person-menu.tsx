// The person signed in: their button at the top; what opens from it is fetched then.

import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { lazy, Suspense, useState } from 'react'
import { ExpandMoreOutlined as ExpandMore } from '#web/icons/expand-more-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'

const PersonMenuItems = lazy(async () => ({ default: (await import('./person-menu-items.tsx')).PersonMenuItems }))

/** Read aloud, not drawn. */
const hiddenText = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const

export function PersonMenu() {
  const { t } = useTranslation()
  const user = useUser()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  /** It stays from then on, so that it closes as smoothly as it opens. */
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <ButtonBase
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setWasOpen(true)
        }}
        aria-haspopup="menu"
        sx={{ borderRadius: 1, gap: 0.5, p: 0.5, minWidth: 44, minHeight: 44 }}
      >
        <Initials name={user.name} />
        <Box component="span" sx={hiddenText}>
          {t('Account of {{name}}', { name: user.name })}
        </Box>
        <ExpandMore aria-hidden sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }} />
      </ButtonBase>
      <Suspense fallback={null}>{wasOpen ? <PersonMenuItems anchor={anchor} onClose={() => setAnchor(null)} /> : null}</Suspense>
    </>
  )
}

/** Two letters for a face we do not have. */
export function Initials({ name, size = 32 }: { name: string; size?: number }) {
  const letters = name.split(/\s+/).filter(Boolean)
  const two = [letters[0], letters.length > 1 ? letters.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
  return (
    <Box
      aria-hidden
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'brand.deep',
        color: 'brand.ink',
        fontSize: size * 0.4,
        fontWeight: 600,
      }}
    >
      {two}
    </Box>
  )
}
