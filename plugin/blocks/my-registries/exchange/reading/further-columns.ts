/**
 * Names of columns in further languages, as their spreadsheets and shops write them. European names are without
 * accents.
 */
export const FURTHER_NAMES = {
  name: `nome do produto, namn, benamning, navn, betegnelse, nimi, tuotteen nimi, nazwa, nazev, nazov, megnevezes,
    nev, ad, adi, urun adi, denumire, nume, naziv, ime, onoma, όνομα, τίτλος, ονομασία, название, наименование,
    имя, назва, найменування, שם, שם המוצר, שם הפריט, כותרת, الاسم, اسم, اسم المنتج, العنوان, نام, नाम, ชื่อ, ชื่อสินค้า, สินค้า, รายการ,
    名前, 商品名, 品名, 名称, 件名, タイトル, 商品名称, 产品名称, 标题, 名稱, 商品名稱, 標題, 이름, 상품명, 제품명, 제목`,
  url: `lank, webbadress, webbplats, adress, webadresse, nettadresse, lenke, linkki, osoite, verkko osoite, odkaz,
    adresa, www, strona, adres internetowy, hivatkozas, cim, webcim, baglanti, internet adresi, poveznica,
    povezava, endereco, ligacao, hiperligacao, σύνδεσμος, διεύθυνση, ссылка, адрес, адрес сайта, посилання,
    адреса, връзка, קישור, לינק, כתובת, رابط, الرابط, العنوان الإلكتروني, پیوند, لینک, लिंक, ลิงก์, lien ket,
    duong dan, リンク, アドレス, 商品リンク, 链接, 网址, 商品链接, 連結, 網址, 링크, 주소, 상품 링크`,
  retailer: `loja, vendedor, butik, affar, saljare, butikk, forhandler, kauppa, myyja, sklep, sprzedawca, obchod,
    prodejce, predajca, uzlet, bolt, elado, magaza, satici, magazin, trgovina, prodavac, κατάστημα, πωλητής,
    магазин, продавец, крамниця, חנות, מוכר, المتجر, متجر, البائع, فروشگاه, दुकान, ร้านค้า, cua hang, 店, 店舗, 店名,
    ショップ, 販売店, 商店, 店铺, 商家, 店鋪, 가게, 판매처, 상점`,
  price: `preco, valor, pris, pris st, belopp, hinta, summa, cena, cena jednostkowa, kwota, castka, ar, egysegar,
    fiyat, birim fiyat, fiyati, tutar, pret, cijena, znesek, τιμή, κόστος, ποσό, цена, стоимость, ціна,
    вартість, מחיר, עלות, السعر, سعر, التكلفة, قیمت, मूल्य, कीमत, ราคา, gia, 価格, 値段, 金額, 単価, 价格, 单价, 金额, 售价, 價格,
    單價, 가격, 단가, 금액`,
  currency: `moeda, waluta, mena, penznem, para birimi, moneda, valuutta, νόμισμα, валюта, מטבע, العملة, عملة, ارز,
    मुद्रा, 通貨, 货币, 币种, 貨幣, 幣別, 통화`,
  quantity_needed: `quantidade, qtd, antal, antall, maara, kpl, lukumaara, ilosc, liczba, sztuk, szt, pocet, mnozstvi, mnozstvo,
    kusu, ks, mennyiseg, darab, db, darabszam, adet, miktar, cantitate, buc, kolicina, kom, ποσότητα, τεμάχια,
    количество, кол во, шт, кількість, כמות, الكمية, كمية, العدد, تعداد, मात्रा, จำนวน, so luong, 数量, 個数, 件数,
    數量, 수량, 개수`,
  quantity_left: `kvar, tilbage, jaljella, pozostalo, zbyva, осталось, 残り, 剩余, 剩餘`,
  description: `descricao, observacao, observacoes, beskrivning, anteckning, anteckningar, kommentar, beskrivelse, merknad,
    bemaerkning, kuvaus, huomautus, huomio, opis, uwagi, notatka, notatki, popis, poznamka, poznamky, leiras,
    megjegyzes, aciklama, notlar, descriere, observatii, napomena, opomba, περιγραφή, σημειώσεις, σχόλια,
    описание, примечание, комментарий, опис, примітка, תיאור, הערה, הערות, الوصف, وصف, ملاحظات, ملاحظة, توضیحات,
    विवरण, टिप्पणी, รายละเอียด, หมายเหตุ, mo ta, ghi chu, 説明, 備考, メモ, コメント, 描述, 备注, 说明, 備註, 說明, 설명, 메모, 비고`,
  image_url: `imagem, bild, bilde, billede, kuva, obraz, zdjecie, obrazek, fotka, kep, resim, gorsel, poza, slika, εικόνα,
    φωτογραφία, изображение, картинка, фото, зображення, תמונה, الصورة, صورة, تصویر, चित्र, รูปภาพ, hinh anh,
    画像, 写真, 图片, 照片, 圖片, 이미지, 사진`,
  heading: `secao, grupp, kategori, rubrik, ryhma, kategoria, grupa, kategorie, skupina, csoport, grup, categorie,
    κατηγορία, ομάδα, категория, группа, раздел, категорія, קטגוריה, קבוצה, الفئة, فئة, القسم, دسته, श्रेणी,
    หมวดหมู่, danh muc, 分類, カテゴリ, カテゴリー, グループ, 类别, 分类, 類別, 카테고리, 분류`,
  most_wanted: `prioritet, prioriteetti, priorytet, priorita, fontossag, oncelik, prioritate, προτεραιότητα, приоритет,
    пріоритет, עדיפות, الأولوية, اولویت, प्राथमिकता, ความสำคัญ, uu tien, 優先度, 优先级, 優先, 우선순위`,
} as const;

/** Columns that contain a word for a field, and mean something else. */
export const OTHER_COLUMNS = 'group gift, group gifts, group gifting, is group gift';

/** Words for a wish in further languages. */
export const FURTHER_WISHES = `produto, produtos, presente, artigo, produkter, vara, gave, gava, onskelista, tuote, tuotteen, lahja,
  produktu,  prezent, darek, darcek, vyrobek, tovar, termek, ajandek, urun, urunun, hediye, produs, cadou, proizvod, izdelek,
  darilo, poklon, προϊον, προιον, δωρο, товар, товара, товару, подарок, подарка, подарунок, продукт, מוצר, המוצר, פריט,
  מתנה, המתנה, المنتج, منتج, الهدية, هدية, محصول, 商品, ギフト, 礼物, 禮物, 상품, 선물`;

/** Words without a meaning of their own in further languages. */
export const FURTHER_SMALL = 'do, da, dos, das, till, til, pa, na, za, dla, pro, на, для, к, до, του, το, שם, של, ל, ה';
