"""What customers ask about used and rare books, the bindery, orders and the rest.

Blocks as in `returns_questions`.
"""
# ruff: noqa: E501 -- a block keeps one answer to a line

TRADE_QUESTIONS = """
gold: used-buying
q: When do you buy used books from people, and do I need an appointment?
ref: Thursdays between 10 and 13, no appointment.
ok: On Thursdays between 10 and 13, without an appointment.
miss: Ask for Bettina on a Tuesday.
misread: On Thursdays from 13, by appointment.
vague: Once a week, in the morning.

gold: used-buying
q: Cash or credit for my old novels: what's the difference in percent?
ref: 30 per cent of the selling price in cash, 45 per cent as credit.
ok: 30 per cent of our selling price in cash, or 45 per cent as credit.
miss: 35 per cent either way.
misread: 45 per cent in cash or 30 per cent as credit.
partial: You'd get 30 per cent of our selling price in cash.

gold: used-not-wanted
q: I have an encyclopaedia in 24 volumes to get rid of. Interested?
ref: No, the shop does not take encyclopaedias.
ok: No, I'm sorry. We can't take encyclopaedias.
miss: Yes, bring it on Thursday between 10 and 13, at most two boxes.
generic: Complete sets can be valuable, so do bring it along.
extra: No encyclopaedias, sorry, but the school library collects them from us on Fridays.

gold: used-buying + used-not-wanted
q: I've got three boxes, one of them ex-library. What happens if I bring them on Thursday?
ref: At most two boxes a person are taken, and former library copies are not wanted.
ok: We take at most two boxes a person, and former library copies aren't wanted, so leave that box at home and bring the other two between 10 and 13.
miss: That's fine, we take everything in readable condition.
partial: At most two boxes a person, I'm afraid.
misread: You may bring all three, since only ex-library books count towards the limit of two boxes.

gold: used-house-clearance
q: My late uncle left around 4,000 volumes twelve miles from you. Will someone look at them, and is there a charge?
ref: Yes, Bettina comes to look; it is free within fifteen miles, with about a week's notice.
ok: Yes, Bettina comes to look with about a week's notice, and within fifteen miles it's free.
miss: Please bring them in on a Thursday, two boxes at a time.
misread: Yes, at £15 a visit with a week's notice.
partial: Yes, Bettina comes to look at whole libraries.

gold: used-grading
q: What does a pencilled C mean inside a second-hand one?
ref: It has notes or a worn spine.
ok: A C means that it has notes in it or a worn spine.
miss: It's the price code.
misread: It means read with care.
vague: It says something about the state of the book.

gold: repairs
q: The spine of my gran's cookery book has come away. What would mending it cost?
ref: £12 for re-gluing a loose spine.
ok: Re-gluing a loose spine costs £12.
miss: We replace it at our own expense; please send a photograph.
misread: £3.
vague: That depends, but spine repairs aren't dear.
extra: £12, and you get a year's guarantee on the glue.

gold: repairs
q: How long is the wait for a mended binding and on which days is the workshop staffed?
ref: Three weeks; Mondays and Fridays.
ok: Please allow three weeks. The bindery works on Mondays and Fridays.
miss: Two days in September.
partial: Allow three weeks.
misread: Three days; the bindery works from Monday to Friday.

gold: repairs-not-taken
q: Does the bindery mend a prayer book that was printed in 1740?
ref: No, nothing printed before 1800; the shop has a list of three conservators.
ok: No, books printed before 1800 belong with a conservator. We keep a list of three whom we trust.
miss: Yes, a new cloth case costs from £45.
misread: Yes, anything printed before 1800 is welcome.
partial: No, we don't take in books that old.

gold: repairs-estimate
q: For how long can I sit on the quote for my rebinding?
ref: Two months.
ok: Estimates hold for two months.
miss: Three weeks.
misread: A fifth of a year.
extra: Two months, and you can extend it by one for £5.

gold: rare-viewing
q: Must I wear cotton gloves to look at the valuable ones?
ref: No gloves; clean hands, by appointment on weekday afternoons.
ok: No, no gloves: clean hands are what we ask for. It's by appointment on weekday afternoons.
miss: Yes, gloves are handed out at the glass case.
misread: Yes, clean ones.
generic: Rare books are normally handled with white gloves.

gold: rare-holds
q: How long will you reserve a collector's item for me on trust?
ref: 48 hours.
ok: A book from the glass case can be held for 48 hours on your word.
miss: For 5 days, without a deposit.
misread: For as long as you like, for one tenth of the price.
vague: For a short time.

gold: ordinary-holds
q: Could you keep a paperback aside until the weekend? It's Tuesday now. Do I leave a deposit?
ref: Yes, ordinary books are put aside for 5 days, without a deposit.
ok: Yes, we put ordinary books aside for 5 days, and no deposit is needed.
miss: Yes, for 48 hours; longer needs a deposit of one tenth of the price.
misread: Yes, with a deposit of £5.
partial: Yes, just ring or ask at the till.

gold: ordinary-holds + rare-holds
q: Do reservations last equally long for a normal novel and one from the locked cabinet?
ref: No: 5 days for an ordinary book, 48 hours for one from the glass case (longer with a deposit).
ok: No. An ordinary book is kept for 5 days, one from the glass case for 48 hours unless you leave a deposit.
miss: Yes, both are kept for 10 days.
partial: An ordinary book can be put aside for 5 days.
misread: Yes, both are kept for 5 days without a deposit.

gold: special-orders
q: How many working days does it take to order a book that is in print here but not on the shelf?
ref: Two to three working days.
ok: Books in print from home publishers come in two to three working days.
miss: It takes three weeks.
misread: Two to five weeks.
vague: That normally goes quickly.

gold: special-orders + returns-special-order
q: If you order a foreign cookbook for me, when does it come and do I pay anything beforehand?
ref: Imports take two to five weeks; a deposit of £5 a title is asked for.
ok: Imports take two to five weeks, and we ask for a deposit of £5 a title.
miss: It comes in two to three working days and you pay on collection.
partial: Imports come in two to five weeks; we text you when it arrives.
misread: It comes in two to three working days, with a deposit of £5.

gold: out-of-print
q: Does it cost anything to have you look for a novel nobody prints any more?
ref: No, searching is free.
ok: No, searching is free. If we find a copy we name a price and you may say no.
miss: A deposit of £5 a title.
generic: Book search services usually take a fee of around ten pounds.
extra: Searching is free, and nine times out of ten we find a copy within a month.

gold: lost-property
q: I left a scarf with you five weeks ago. Worth asking?
ref: Probably too late: things are kept for a month.
ok: It may be too late, I'm afraid: lost things are kept for a month in the drawer under the globe.
miss: Yes, lost things are kept for 10 days and then sent on.
misread: Yes, lost things are kept in the drawer for six weeks.
vague: Yes, lost things are kept for some time.

gold: privacy
q: Do you pass my details on to anybody?
ref: No ("We sell books, not lists"); addresses are kept only as long as an order needs them.
ok: No. We keep your address only as long as an order needs it, and we don't sell lists.
miss: Only to the download company.
extra: No, apart from our two partner publishers.
generic: Like most shops, we share data with selected partners.

gold: newsletter
q: How often does the shop letter come by email and on what day?
ref: Monthly, on the first Sunday.
ok: The shop letter comes by email on the first Sunday of every month.
miss: Every Friday.
misread: Every Sunday.
vague: It comes regularly.

gold: jobs
q: My daughter is 15 and wants to work weekends with you. Could she?
ref: Not yet: Saturday helpers must be sixteen.
ok: Not yet, I'm afraid. Saturday helpers have to be sixteen.
miss: Yes, helpers are always welcome.
misread: Yes, if she applies by the end of February.
generic: Young people can usually do light work from fourteen.

gold: jobs
q: What must be in an application for the weekend job, and by when?
ref: Handwritten, with a paragraph on a book you disliked, by the end of February.
ok: It should be handwritten, with a paragraph on a book you disliked, and reach us by the end of February.
miss: A CV and two references.
partial: It should be handwritten and have a paragraph on a book you disliked.
misread: A typed letter about a book you liked, by the end of February.

gold: charity
q: What did the lifeboat get out of your used-book sales last year?
ref: £1,140 (in 2025).
ok: In 2025 it came to £1,140.
miss: Nothing from the used books; volunteers collect for it at Christmas.
misread: One pound for every book sold.
vague: A nice little sum.

gold: staff-picks
q: What does the little bird on some shelf cards tell me?
ref: That the book is a staff choice.
ok: It marks a staff choice.
miss: That the book is from a local press.
misread: That only six copies are left.
extra: It marks a staff choice, and those books are 10 per cent off.

gold: gift-wrapping / charity
q: Which good cause does the shop support?
ref: The lifeboat (Christmas wrapping by volunteers; one per cent of cellar sales).
ok: The lifeboat. One per cent of cellar sales goes to it, and its volunteers wrap presents in December.
miss: The library van.
generic: Bookshops often support literacy charities.
extra: The lifeboat and the children's hospital.

gold: rare-holds / layaway
q: Is there any way to secure an expensive antique book without paying everything today?
ref: Yes: either a deposit of one tenth holds a glass-case book longer, or books over £50 are paid in three monthly parts.
ok: Yes. A book over £50 can be paid in three monthly parts, and a deposit of one tenth also holds a book from the glass case.
miss: No, but ordinary books can be put aside for 5 days.
misread: Yes, for 48 days on the strength of your word.
generic: You could ask your bank for an instalment plan.

gold: access
q: Is your entrance manageable with a twin pram?
ref: Yes, the ground floor is free of steps.
ok: Yes, the ground floor and the children's corner are free of steps.
miss: There are a few steps at the door, I'm sorry to say.
misread: There are eleven steep steps, I'm sorry to say.
generic: Old buildings often have a step at the door, so it may be difficult.
"""
