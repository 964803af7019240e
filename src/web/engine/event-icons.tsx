// The icon of an event, by the name its declaration gives; a plain mark for names not in the table.

import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { AgricultureOutlined as Agriculture } from '#web/icons/agriculture-outlined.ts'
import { ArchiveOutlined as Archive } from '#web/icons/archive-outlined.ts'
import { BiotechOutlined as Biotech } from '#web/icons/biotech-outlined.ts'
import { BlockOutlined as Block } from '#web/icons/block-outlined.ts'
import { BuildOutlined as Build } from '#web/icons/build-outlined.ts'
import { CalculateOutlined as Calculate } from '#web/icons/calculate-outlined.ts'
import { CallMergeOutlined as CallMerge } from '#web/icons/call-merge-outlined.ts'
import { CallSplitOutlined as CallSplit } from '#web/icons/call-split-outlined.ts'
import { CancelOutlined as Cancel } from '#web/icons/cancel-outlined.ts'
import { CleaningServicesOutlined as CleaningServices } from '#web/icons/cleaning-services-outlined.ts'
import { CompostOutlined as Compost } from '#web/icons/compost-outlined.ts'
import { DangerousOutlined as Dangerous } from '#web/icons/dangerous-outlined.ts'
import { DeleteForeverOutlined as DeleteForever } from '#web/icons/delete-forever-outlined.ts'
import { DeleteOutlineOutlined as Delete } from '#web/icons/delete-outline-outlined.ts'
import { DirectionsWalkOutlined as DirectionsWalk } from '#web/icons/directions-walk-outlined.ts'
import { DoneAllOutlined as DoneAll } from '#web/icons/done-all-outlined.ts'
import { DrawOutlined as Draw } from '#web/icons/draw-outlined.ts'
import { EditCalendarOutlined as EditCalendar } from '#web/icons/edit-calendar-outlined.ts'
import { EditOutlined as Edit } from '#web/icons/edit-outlined.ts'
import { EmojiNatureOutlined as EmojiNature } from '#web/icons/emoji-nature-outlined.ts'
import { FactCheckOutlined as FactCheck } from '#web/icons/fact-check-outlined.ts'
import { FavoriteBorderOutlined as Favorite } from '#web/icons/favorite-border-outlined.ts'
import { FeedbackOutlined as Feedback } from '#web/icons/feedback-outlined.ts'
import { FlagOutlined as Flag } from '#web/icons/flag-outlined.ts'
import { GrassOutlined as Grass } from '#web/icons/grass-outlined.ts'
import { GroupsOutlined as Groups } from '#web/icons/groups-outlined.ts'
import { HandshakeOutlined as Handshake } from '#web/icons/handshake-outlined.ts'
import { HealingOutlined as Healing } from '#web/icons/healing-outlined.ts'
import { HomeOutlined as Home } from '#web/icons/home-outlined.ts'
import { HowToRegOutlined as HowToReg } from '#web/icons/how-to-reg-outlined.ts'
import { InventoryOutlined as Inventory } from '#web/icons/inventory-outlined.ts'
import { LandscapeOutlined as Landscape } from '#web/icons/landscape-outlined.ts'
import { LocalShippingOutlined as LocalShipping } from '#web/icons/local-shipping-outlined.ts'
import { LockOpenOutlined as LockOpen } from '#web/icons/lock-open-outlined.ts'
import { LockOutlined as Lock } from '#web/icons/lock-outlined.ts'
import { LoginOutlined as Login } from '#web/icons/login-outlined.ts'
import { LogoutOutlined as Logout } from '#web/icons/logout-outlined.ts'
import { MoveToInboxOutlined as MoveToInbox } from '#web/icons/move-to-inbox-outlined.ts'
import { PanToolOutlined as PanTool } from '#web/icons/pan-tool-outlined.ts'
import { PaymentsOutlined as Payments } from '#web/icons/payments-outlined.ts'
import { PersonOffOutlined as PersonOff } from '#web/icons/person-off-outlined.ts'
import { PestControlOutlined as PestControl } from '#web/icons/pest-control-outlined.ts'
import { PlayArrowOutlined as PlayArrow } from '#web/icons/play-arrow-outlined.ts'
import { PolylineOutlined as Polyline } from '#web/icons/polyline-outlined.ts'
import { RedeemOutlined as Redeem } from '#web/icons/redeem-outlined.ts'
import { RestartAltOutlined as RestartAlt } from '#web/icons/restart-alt-outlined.ts'
import { SchoolOutlined as School } from '#web/icons/school-outlined.ts'
import { ScienceOutlined as Science } from '#web/icons/science-outlined.ts'
import { SearchOutlined as Search } from '#web/icons/search-outlined.ts'
import { SendOutlined as Send } from '#web/icons/send-outlined.ts'
import { SettingsOutlined as Settings } from '#web/icons/settings-outlined.ts'
import { ShoppingBasketOutlined as ShoppingBasket } from '#web/icons/shopping-basket-outlined.ts'
import { ShoppingCartOutlined as ShoppingCart } from '#web/icons/shopping-cart-outlined.ts'
import { SpaOutlined as Spa } from '#web/icons/spa-outlined.ts'
import { StraightenOutlined as Straighten } from '#web/icons/straighten-outlined.ts'
import { SwapHorizOutlined as SwapHoriz } from '#web/icons/swap-horiz-outlined.ts'
import { ThunderstormOutlined as Thunderstorm } from '#web/icons/thunderstorm-outlined.ts'
import { TrendingDownOutlined as TrendingDown } from '#web/icons/trending-down-outlined.ts'
import { TuneOutlined as Tune } from '#web/icons/tune-outlined.ts'
import { UndoOutlined as Undo } from '#web/icons/undo-outlined.ts'
import { VaccinesOutlined as Vaccines } from '#web/icons/vaccines-outlined.ts'
import { VerifiedOutlined as Verified } from '#web/icons/verified-outlined.ts'
import { ViewInArOutlined as ViewInAr } from '#web/icons/view-in-ar-outlined.ts'
import { VisibilityOffOutlined as VisibilityOff } from '#web/icons/visibility-off-outlined.ts'
import { VisibilityOutlined as Visibility } from '#web/icons/visibility-outlined.ts'
import { WarehouseOutlined as Forklift } from '#web/icons/warehouse-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { WaterDropOutlined as WaterDrop } from '#web/icons/water-drop-outlined.ts'
import { WaterOutlined as Water } from '#web/icons/water-outlined.ts'

const icons: Readonly<Record<string, ComponentType<SvgIconProps>>> = {
  add: Add,
  agriculture: Agriculture,
  archive: Archive,
  biotech: Biotech,
  block: Block,
  build: Build,
  calculate: Calculate,
  call_merge: CallMerge,
  call_split: CallSplit,
  cancel: Cancel,
  cleaning_services: CleaningServices,
  compost: Compost,
  dangerous: Dangerous,
  delete: Delete,
  delete_forever: DeleteForever,
  directions_walk: DirectionsWalk,
  done_all: DoneAll,
  draw: Draw,
  edit: Edit,
  edit_calendar: EditCalendar,
  emoji_nature: EmojiNature,
  fact_check: FactCheck,
  feedback: Feedback,
  favorite: Favorite,
  flag: Flag,
  forklift: Forklift,
  grass: Grass,
  groups: Groups,
  handshake: Handshake,
  healing: Healing,
  home: Home,
  how_to_reg: HowToReg,
  inventory: Inventory,
  landscape: Landscape,
  local_shipping: LocalShipping,
  lock: Lock,
  lock_open: LockOpen,
  login: Login,
  logout: Logout,
  move_to_inbox: MoveToInbox,
  pan_tool: PanTool,
  payments: Payments,
  person_off: PersonOff,
  pest_control: PestControl,
  play_arrow: PlayArrow,
  polyline: Polyline,
  redeem: Redeem,
  restart_alt: RestartAlt,
  school: School,
  science: Science,
  search: Search,
  send: Send,
  settings: Settings,
  shopping_basket: ShoppingBasket,
  shopping_cart: ShoppingCart,
  spa: Spa,
  straighten: Straighten,
  swap_horiz: SwapHoriz,
  thunderstorm: Thunderstorm,
  trending_down: TrendingDown,
  tune: Tune,
  undo: Undo,
  vaccines: Vaccines,
  verified: Verified,
  view_in_ar: ViewInAr,
  visibility: Visibility,
  visibility_off: VisibilityOff,
  warning: Warning,
  water: Water,
  water_drop: WaterDrop,
}
/** Icons of what the product records by itself. */
const own: Readonly<Record<string, string>> = { CREATED: 'add', EDITED: 'edit', RETIRED: 'archive', EVENT_VOIDED: 'undo' }

export function EventIcon({ type, icon }: { type: string; icon?: string | undefined }) {
  const Icon = icons[icon ?? own[type] ?? ''] ?? (icon === undefined && type.includes('VISIT') ? Visibility : Flag)
  return <Icon aria-hidden />
}
