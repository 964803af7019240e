// The parts of a record's page as tabs; which one is open stands in the address, so that it can be shared and gone back to.
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from '#web/locales/translation.ts'

/** Opens a part of this page; `first` is the one that the bare address shows. */
export function useOpenTab(first: string): (tab: string) => void {
  const navigate = useNavigate()
  return useCallback((tab) => void navigate({ to: '.', search: (tab === first ? {} : { tab }) as never, replace: true }), [navigate, first])
}

type PageTabsProps = { tabs: readonly { id: string; label: string }[]; open: string; onOpen: (tab: string) => void; children: ReactNode }

export function PageTabs({ tabs, open, onOpen, children }: PageTabsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Tabs
        value={open}
        onChange={(_event, next: string) => onOpen(next)}
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 2 }}
        aria-label={t('Parts of this page')}
      >
        {tabs.map(({ id, label }) => (
          <Tab key={id} value={id} label={t(label)} id={`tab-${id}`} aria-controls="tab-panel" />
        ))}
      </Tabs>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${open}`}>
        {children}
      </div>
    </>
  )
}
